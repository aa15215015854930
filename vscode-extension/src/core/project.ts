// Whether a Markdown file can be a report: whether sources or a settings file are near it. This is
// the server's own rule, simplified; it only spares windows that have nothing to check a server.

import { dirname, isAbsolute, join, relative } from "node:path";

export interface Disk {
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  read(path: string): string;
}

const SETTINGS_FILE = "llmfeeder.toml";
const PYPROJECT = "pyproject.toml";
const SOURCES = "sources";

/** Whether anything is set up for the report at `path` in a workspace of `folders`. */
export function hasProject(path: string, folders: readonly string[], disk: Disk): boolean {
  return upwards(dirname(path), folders).some(
    (place) =>
      disk.isFolder(join(place, SOURCES)) ||
      disk.isFile(join(place, SETTINGS_FILE)) ||
      namesUs(join(place, PYPROJECT), disk),
  );
}

function namesUs(file: string, disk: Disk): boolean {
  return disk.isFile(file) && /^\s*\[+\s*tool\.llmfeeder\b/m.test(disk.read(file));
}

/** `place` and the folders above it within the workspace; `place` alone outside of it. */
export function upwards(place: string, folders: readonly string[]): string[] {
  const around = folders.filter((folder) => isWithin(place, folder));
  const found = [place];
  let at = place;
  while (around.length > 0 && !around.some((folder) => relative(folder, at) === "")) {
    at = dirname(at);
    found.push(at);
  }
  return found;
}

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way));
}
