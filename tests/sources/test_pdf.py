"""PDFs: paragraphs as their writer set them, pages that are right, and reasons where none come."""

from io import BytesIO

import pytest
from fpdf import FPDF
from PIL import Image

from verifier.model import BlockKind
from verifier.sources.draft import Extract
from verifier.sources.pdf import PdfError, read_pdf

ENGINES = pytest.mark.parametrize("engine", ["pypdfium2", "pypdf"])

FIRST = (
    "The trial enrolled 310 patients across twelve clinics during the winter, and the results were "
    "considerable in every respect that the investigators had looked at before."
)
SECOND = (
    "Costs fell by three percent in the second quarter because the clinics shared their rooms, and "
    "no clinic had to close its doors during the period that the report describes."
)


class Report(FPDF):
    """A PDF with a running header and page numbers."""

    def header(self) -> None:
        self.set_font("Helvetica", size=9)
        self.cell(0, 8, "Annual report 2024", align="C", new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("Helvetica", size=9)
        self.cell(0, 8, f"Page {self.page_no()} of 3", align="C")


def blocks(extract: Extract, *kinds: BlockKind) -> list[str]:
    return [
        extract.text[block.start : block.end]
        for block in extract.blocks
        if not kinds or block.kind in kinds
    ]


def plain(pdf: FPDF) -> FPDF:
    pdf.set_font("Helvetica", size=11)
    return pdf


@ENGINES
def test_paragraphs_over_pages_without_running_lines(engine: str) -> None:
    pdf = Report()
    pdf.set_auto_page_break(True, margin=20)
    pdf.add_page()
    plain(pdf)
    words = [f"number{n}" for n in range(900)]
    pdf.multi_cell(0, 6, "It starts with " + " ".join(words) + " and ends here.")
    extract = read_pdf(bytes(pdf.output()), engine)
    assert blocks(extract) == ["It starts with " + " ".join(words) + " and ends here."]
    assert len(extract.pages) == pdf.page_no() >= 2
    assert extract.pages[0] == 0
    assert extract.text[extract.pages[1] - 1] == " "
    assert extract.text[extract.pages[1] :].startswith("number")


@ENGINES
def test_line_end_hyphens_are_undone_and_others_kept(engine: str) -> None:
    pdf = plain(FPDF())
    pdf.add_page()
    pdf.multi_cell(
        0,
        6,
        "A long-term plan was made for all of the clinics in the country and then con-\n"
        "siderable sums were spent on it, as is usual for every plan that is a long-\n"
        "term one and that runs for ten years or more in the whole of the country.",
    )
    (text,) = blocks(read_pdf(bytes(pdf.output()), engine))
    assert "then considerable sums" in text
    assert "is a long-term one" in text


def test_ligatures_are_undone() -> None:
    from verifier.sources.pdf_lines import lines_of_page

    (line,) = lines_of_page("the ﬁrst eﬃcient ﬂow", lambda _: None)
    assert line.text == "the first efficient flow"


@ENGINES
def test_columns_are_read_one_after_the_other(engine: str) -> None:
    pdf = plain(FPDF())
    pdf.add_page()
    with pdf.text_columns(ncols=2, gutter=10) as columns:
        columns.write(f"{FIRST}\n\n" * 3 + f"{SECOND}\n\n" * 9)
    text = " ".join(blocks(read_pdf(bytes(pdf.output()), engine)))
    assert text.count(FIRST) == 3
    assert text.count(SECOND) == 9


def test_columns_that_were_written_line_by_line() -> None:
    pdf = plain(FPDF())
    pdf.add_page()
    for row in range(12):
        for left, name in ((10, "left"), (115, "right")):
            pdf.set_xy(left, 20 + 6 * row)
            pdf.cell(80, 6, f"{name} words that go on in line {row} and")
    text = " ".join(blocks(read_pdf(bytes(pdf.output()), "pypdfium2")))
    assert "left words that go on in line 0 and left words that go on in line 1" in text
    assert "line 11 and right words that go on in line 0" in text


def test_headings_by_their_size() -> None:
    pdf = plain(FPDF())
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 18)
    pdf.cell(0, 12, "A study of clinics", new_x="LMARGIN", new_y="NEXT")
    plain(pdf)
    pdf.multi_cell(0, 6, f"{FIRST}\n{SECOND}\n\n")
    pdf.cell(0, 8, "References", new_x="LMARGIN", new_y="NEXT")
    pdf.multi_cell(0, 6, "[1] A. Writer, A long title of a paper on clinics, 2020.")
    extract = read_pdf(bytes(pdf.output()), "pypdfium2")
    assert [(block.kind, block.title) for block in extract.blocks] == [
        (BlockKind.HEADING, ""),
        (BlockKind.PROSE, "A study of clinics"),
        (BlockKind.HEADING, "A study of clinics"),
        (BlockKind.REFERENCES, "A study of clinics > References"),
    ]


def test_table_rows_name_their_columns() -> None:
    pdf = plain(FPDF())
    pdf.add_page()
    pdf.multi_cell(0, 6, f"{FIRST}\n\n")
    for row in (("Site", "Patients", "Margin"), ("River", "120", "4.5"), ("Lake", "80", "-3")):
        for cell in row:
            pdf.cell(50, 7, cell)
        pdf.ln()
    extract = read_pdf(bytes(pdf.output()), "pypdfium2")
    assert blocks(extract, BlockKind.ROW)[-2:] == [
        "Site: River; Patients: 120; Margin: 4.5",
        "Site: Lake; Patients: 80; Margin: -3",
    ]


def reason(data: bytes, engine: str) -> str:
    with pytest.raises(PdfError) as error:
        read_pdf(data, engine)
    return str(error.value)


@ENGINES
def test_what_gives_no_text_is_told(engine: str) -> None:
    assert reason(b"%PDF-1.7 broken", engine) == "is broken or no PDF: it cannot be opened"
    assert reason(b"", engine) == "is broken or no PDF: it cannot be opened"
    picture = FPDF()
    picture.add_page()
    image = BytesIO()
    Image.new("RGB", (40, 40), "red").save(image, "PNG")
    picture.image(image)
    scan = "has no text layer (a scan?): run OCR on it first"
    assert reason(bytes(picture.output()), engine) == scan
    blank = FPDF()
    blank.add_page()
    assert reason(bytes(blank.output()), engine) == scan


def encrypted(user_password: str) -> bytes:
    pdf = plain(FPDF())
    pdf.add_page()
    pdf.cell(0, 6, "Secret words of the report.")
    pdf.set_encryption(owner_password="owner", user_password=user_password)  # noqa: S106
    return bytes(pdf.output())


@ENGINES
def test_encrypted_files_are_opened_with_the_empty_password_only(engine: str) -> None:
    assert reason(encrypted("pass"), engine) == "is encrypted: save a copy without a password"
    assert blocks(read_pdf(encrypted(""), engine)) == ["Secret words of the report."]


@ENGINES
def test_a_damaged_file_gives_text_or_a_reason(engine: str) -> None:
    pdf = plain(Report())
    for _ in range(3):
        pdf.add_page()
        plain(pdf).multi_cell(0, 6, f"{FIRST}\n{SECOND}")
    data = bytes(pdf.output())
    for at in range(20, len(data), 97):
        for damaged in (data[:at], data[:at] + b"\xff\x00" + data[at + 2 :]):
            try:
                extract = read_pdf(damaged, engine)
            except PdfError:
                continue
            assert all(0 <= start <= len(extract.text) for start in extract.pages)
            assert list(extract.pages) == sorted(extract.pages)
