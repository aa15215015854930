"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const claims = Array.from(document.querySelectorAll("a.claim"));
  const filters = Array.from(document.querySelectorAll("button[data-verdict]"));
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const start = document.getElementById("start");
  let current = null;
  let lit = [];

  const plain = (segment) => { segment.textContent = segment.textContent; };

  function light(segment, spans) {
    const text = segment.textContent;
    const from = Number(segment.dataset.start);
    const inside = spans
      .map(([, a, b, kind]) => [Math.max(a - from, 0), Math.min(b - from, text.length), kind])
      .filter(([a, b]) => a < b);
    if (!inside.length) return null;
    const edges = [...new Set([0, text.length, ...inside.flatMap(([a, b]) => [a, b])])];
    edges.sort((a, b) => a - b);
    const parts = [];
    let first = null;
    for (let at = 0; at + 1 < edges.length; at += 1) {
      const [a, b] = [edges[at], edges[at + 1]];
      const kinds = inside.filter(([x, y]) => x <= a && b <= y).map(([, , kind]) => kind);
      if (!kinds.length) { parts.push(text.slice(a, b)); continue; }
      const mark = document.createElement("mark");
      mark.className = kinds.includes("conflict") ? "conflict" : "evidence";
      mark.textContent = text.slice(a, b);
      parts.push(mark);
      first = first || mark;
    }
    segment.replaceChildren(...parts);
    lit.push(segment);
    return first;
  }

  function showSource(number, spans, target) {
    lit.forEach(plain);
    lit = [];
    document.querySelectorAll(".source").forEach((one) => { one.hidden = true; });
    const source = document.getElementById(`source-${number}`);
    if (!source) return;
    source.hidden = false;
    const own = spans.filter(([where]) => where === number);
    let first = null;
    for (const segment of source.querySelectorAll(".segment")) {
      const mark = light(segment, own);
      const from = Number(segment.dataset.start);
      const holds = target && target[1] >= from && target[1] < from + segment.textContent.length;
      if (mark && (!first || holds)) {
        first = mark;
        if (holds) {
          const at = target[1] - from;
          let seen = 0;
          for (const node of segment.childNodes) {
            if (seen >= at && node.nodeName === "MARK") { first = node; break; }
            seen += node.textContent.length;
          }
        }
      }
    }
    if (first) first.scrollIntoView({ block: "nearest" });
  }

  function select(number, focus) {
    const claim = document.getElementById(`claim-${number}`);
    if (!claim) return;
    claims.forEach((one) => one.removeAttribute("aria-current"));
    document.querySelectorAll(".detail").forEach((one) => { one.hidden = true; });
    claim.setAttribute("aria-current", "true");
    current = claim;
    start.hidden = true;
    document.getElementById(`detail-${number}`).hidden = false;
    document.getElementById("evidence").scrollTop = 0;
    const spans = data[number - 1];
    document.querySelectorAll(".source").forEach((one) => { one.hidden = true; });
    if (spans.length) showSource(spans[0][0], spans, spans[0]);
    if (focus) { claim.focus({ preventScroll: true }); claim.scrollIntoView({ block: "center" }); }
    if (location.hash !== `#claim-${number}`) history.replaceState(null, "", `#claim-${number}`);
  }

  const numberOf = (claim) => Number(claim.id.slice(6));
  const visible = () => claims.filter((claim) => !claim.classList.contains("off"));

  function step(by) {
    const open = visible();
    if (!open.length) return;
    const at = open.indexOf(current);
    let next = at + by;
    if (at < 0) {
      const place = current ? claims.indexOf(current) : -1;
      const found = open.findIndex((one) => claims.indexOf(one) > place);
      const after = found < 0 ? open.length : found;
      next = by > 0 ? after : after - 1;
    }
    select(numberOf(open[(next + open.length) % open.length]), true);
  }

  function filter() {
    const off = new Set(
      filters.filter((one) => one.getAttribute("aria-pressed") === "false").map((one) => one.dataset.verdict)
    );
    const words = search.value.trim().toLowerCase();
    for (const claim of claims) {
      const found = !words || claim.textContent.toLowerCase().includes(words);
      claim.classList.toggle("off", off.has(claim.dataset.verdict) || !found);
    }
    shown.textContent = `${visible().length} of ${claims.length} claims shown`;
  }

  document.addEventListener("click", (event) => {
    const claim = event.target.closest("a.claim");
    const place = event.target.closest("button.place");
    if (claim) {
      event.preventDefault();
      select(numberOf(claim), false);
      if (matchMedia("(max-width: 800px)").matches) {
        document.getElementById(`detail-${numberOf(claim)}`).scrollIntoView({ block: "start" });
      }
    } else if (place && current) {
      const spans = data[numberOf(current) - 1];
      const target = spans[Number(place.dataset.span)];
      showSource(target[0], spans, target);
    }
  });
  filters.forEach((one) => one.addEventListener("click", () => {
    one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") === "false"));
    filter();
  }));
  search.addEventListener("input", filter);
  document.getElementById("next").addEventListener("click", () => step(1));
  document.getElementById("previous").addEventListener("click", () => step(-1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; filter(); search.blur(); }
      if (event.key === "Enter") step(1);
      return;
    }
    if (event.key === "n" || event.key === "j") step(1);
    else if (event.key === "p" || event.key === "k") step(-1);
    else if (event.key === "/") { event.preventDefault(); search.focus(); }
  });
  const follow = () => {
    const found = /^#claim-(\d+)$/.exec(location.hash);
    if (found) select(Number(found[1]), true);
  };
  addEventListener("hashchange", follow);
  filter();
  follow();
  document.documentElement.dataset.ready = "true";
})();
