// What the pages cannot do alone: progress, printing, forms that are sent once.
"use strict";

(() => {
  // What cannot be undone is asked about.
  document.addEventListener("submit", (event) => {
    const ask = event.target.dataset.ask;
    if (!ask || window.confirm(ask)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // A form is sent once, however often its button is pressed.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("hx-post") || form.method !== "post") return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "true";
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && tijian.unsaved().length === 0) location.reload(); // it may have become another meanwhile
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // What a tab has kept is not for who logs in next; a form that was not sent is
  // for its own user (kept.js).
  if (!document.querySelector(".who form")) {
    const form = sessionStorage.getItem("tijian-form");
    sessionStorage.clear();
    if (form) sessionStorage.setItem("tijian-form", form);
  }

  // The copies of a case's pictures (report.js) go once it is signed.
  const signed = document.querySelector("[data-signed]");
  if (signed) sessionStorage.removeItem("tijian-pictures " + (signed.dataset.report || signed.dataset.signed));

  // Who fills in a form is not away, although the server hears nothing of it.
  let heard = Date.now();
  document.addEventListener("input", () => {
    if (Date.now() - heard < 5 * 60_000) return;
    heard = Date.now();
    fetch(document.querySelector("link[href*='colors.css']").href).catch(() => {});
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    const copy = event.target.dataset.copy && document.getElementById(event.target.dataset.copy);
    if (copy) {
      copy.select();
      if (navigator.clipboard) navigator.clipboard.writeText(copy.value).catch(() => {}); // it is selected, to be copied by key
    }
  });

  // What is selected of a text can become a word of the dictionaries.
  document.addEventListener("selectionchange", () => {
    for (const form of document.querySelectorAll("form[data-selected]")) {
      const selection = document.getSelection(), text = document.getElementById(form.dataset.selected);
      const inside = selection.rangeCount > 0 && !selection.isCollapsed && text.contains(selection.anchorNode) && text.contains(selection.focusNode);
      const part = inside ? selection.getRangeAt(0).cloneContents() : null;
      if (part) for (const cue of part.querySelectorAll(".cue")) cue.remove();
      const word = part ? part.textContent.replace(/\s+/g, "") : "";
      if (!word || word.length > 40) {
        if (document.activeElement.form !== form) form.hidden = true;
        continue;
      }
      form.elements.word.value = word;
      form.querySelector("q").textContent = word;
      form.hidden = false;
    }
  });

  // A comment at one change of a sheet.
  document.addEventListener("click", (event) => {
    const name = event.target.dataset.note;
    if (!name) return;
    const field = document.createElement("input");
    Object.assign(field, { name, className: "note", maxLength: 500 });
    field.setAttribute("aria-label", event.target.textContent);
    event.target.replaceWith(field);
    field.focus();
  });

  // One box ticks all of a name in its form.
  document.addEventListener("change", (event) => {
    const all = event.target.dataset.all;
    if (all) for (const one of event.target.form.querySelectorAll(`[name="${all}"]`)) one.checked = event.target.checked;
  });

  // On paper nothing can be opened any more: what is behind an answer that asks
  // for attention is printed, behind the others what the reader has opened.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details:not([open], .row, .fold, .row *, .fold *)"));
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });

  // What is behind a summary comes when it is opened, where the page has only a link to it.
  document.addEventListener("toggle", ({ target }) => {
    const link = target.open && target.querySelector(':scope > a[href^="?"]');
    if (link) htmx.ajax("GET", link.getAttribute("href"), { target: link, swap: "outerHTML" });
  }, true);

  // A link into what is shut opens it.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const shut = target && target.closest("details:not([open])");
    if (shut) shut.open = true;
  };
  window.addEventListener("hashchange", reveal);

  // A refusal is an answer to show, too.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const status = event.detail.xhr.status;
    if (status === 422 || status === 503 || status === 413) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // A field of which something is said is invalid.
  document.addEventListener("htmx:afterSettle", () => {
    for (const said of document.querySelectorAll(".cellfault")) {
      const field = document.querySelector(`[aria-describedby="${said.id}"]`);
      if (field) said.querySelector(".error") ? field.setAttribute("aria-invalid", "true") : field.removeAttribute("aria-invalid");
    }
  });

  // Who worked in a part of a page that is replaced goes on there; who is told
  // something is brought to it.
  let left = null;
  document.addEventListener("htmx:beforeRequest", () => {
    const { id, name, value } = document.activeElement;
    left = document.activeElement === document.body ? null : { id, name, value };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!left || document.activeElement !== document.body) return;
    const same = Array.from(document.querySelectorAll(left.name ? `[name="${CSS.escape(left.name)}"]` : "[data-none]"));
    const field = (left.id && document.getElementById(left.id)) || same.find((one) => one.value === left.value) || same[0] || event.detail.elt.querySelector?.("button, [tabindex]");
    if (field) field.focus({ preventScroll: true });
  });
  const said = document.querySelector("main [role=alert]");
  if (said && !document.querySelector("[autofocus]") && document.activeElement === document.body) {
    said.tabIndex = -1;
    said.focus();
  }

  // Progress, then what came of it in the same place. Who is refused has to log in
  // again.
  const follow = (card) => {
    const events = new EventSource(card.dataset.events);
    events.addEventListener("state", (event) => { card.querySelector("[data-state]").textContent = event.data; });
    events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 2000); });
    events.addEventListener("end", () => {
      events.close();
      htmx.ajax("GET", card.dataset.values, { target: card.parentElement, swap: "innerHTML" });
    });
  };

  const arrive = (root) => {
    for (const card of root.querySelectorAll("[data-events]")) follow(card);
  };
  document.addEventListener("htmx:afterSwap", (event) => arrive(event.target));
  arrive(document);
})();
// An editor that was asked for a line begins there.
const editor = document.querySelector("textarea[data-line]");
if (editor && Number(editor.dataset.line) > 1) {
  const at = editor.value.split("\n").slice(0, Number(editor.dataset.line) - 1).join("\n").length + 1;
  editor.focus();
  editor.setSelectionRange(at, at);
  editor.scrollTop = (Number(editor.dataset.line) - 4) * (editor.scrollHeight / editor.value.split("\n").length);
}
