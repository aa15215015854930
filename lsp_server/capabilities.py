"""What the client can do, read once from its capabilities into plain answers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability


@dataclass(frozen=True, slots=True)
class ClientFeatures:
    """What the client can do; everything is off until the client says so.

    Attributes:
        related_information: shows where a diagnostic's evidence stands.
        code_descriptions: links a diagnostic's code to its page.
        diagnostic_data: gives a diagnostic's data back with a code action request.
        versioned_edits: takes edits bound to a document's version.
        action_literals: takes code actions; without it only commands.
        lazy_edits: asks for a code action's edit when it is chosen.
        preferred_actions: knows preferred code actions.
        markdown_hover: shows Markdown.
        symbol_trees: shows nested document symbols.
        location_links: takes links from a range to a range.
        progress: shows work-done progress that the server starts.
        configuration: answers questions for its settings.
        dynamic_configuration: lets the server ask to be told of changed settings.
        dynamic_watching: watches files for the server.
        relative_patterns: watches folders outside the workspace too.
        apply_edit: applies edits that the server sends.
        show_document: opens files that the server names.
        code_lens_refresh, inlay_hint_refresh: asks again when told to.
        folders: has workspace folders.
    """

    related_information: bool = False
    code_descriptions: bool = False
    diagnostic_data: bool = False
    versioned_edits: bool = False
    action_literals: bool = False
    lazy_edits: bool = False
    preferred_actions: bool = False
    markdown_hover: bool = False
    symbol_trees: bool = False
    location_links: bool = False
    progress: bool = False
    configuration: bool = False
    dynamic_configuration: bool = False
    dynamic_watching: bool = False
    relative_patterns: bool = False
    apply_edit: bool = False
    show_document: bool = False
    code_lens_refresh: bool = False
    inlay_hint_refresh: bool = False
    folders: bool = False

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> ClientFeatures:
        """Read `capabilities`."""

        def has(path: str) -> bool:
            return bool(get_capability(capabilities, path, False))

        flags: dict[str, Any] = {name: has(path) for name, path in _PATHS.items()}
        properties = get_capability(
            capabilities, "text_document.code_action.resolve_support.properties", ()
        )
        formats = get_capability(capabilities, "text_document.hover.content_format", ())
        flags["lazy_edits"] = "edit" in (properties or ()) and has(
            "text_document.code_action.data_support"
        )
        flags["action_literals"] = (
            get_capability(capabilities, "text_document.code_action.code_action_literal_support")
            is not None
        )
        flags["markdown_hover"] = types.MarkupKind.Markdown in (formats or ())
        return cls(**flags)

    def names(self) -> list[str]:
        """The names of all that the client can do, for the log."""
        return [field.name for field in fields(self) if getattr(self, field.name)]


_PATHS = {
    "related_information": "text_document.publish_diagnostics.related_information",
    "code_descriptions": "text_document.publish_diagnostics.code_description_support",
    "diagnostic_data": "text_document.publish_diagnostics.data_support",
    "versioned_edits": "workspace.workspace_edit.document_changes",
    "preferred_actions": "text_document.code_action.is_preferred_support",
    "symbol_trees": "text_document.document_symbol.hierarchical_document_symbol_support",
    "location_links": "text_document.definition.link_support",
    "progress": "window.work_done_progress",
    "configuration": "workspace.configuration",
    "dynamic_configuration": "workspace.did_change_configuration.dynamic_registration",
    "dynamic_watching": "workspace.did_change_watched_files.dynamic_registration",
    "relative_patterns": "workspace.did_change_watched_files.relative_pattern_support",
    "apply_edit": "workspace.apply_edit",
    "show_document": "window.show_document.support",
    "code_lens_refresh": "workspace.code_lens.refresh_support",
    "inlay_hint_refresh": "workspace.inlay_hint.refresh_support",
    "folders": "workspace.workspace_folders",
}
