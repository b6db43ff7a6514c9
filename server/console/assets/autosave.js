// A form saves itself as it is filled in: a moment after a change, and when somebody
// leaves it. What could not be saved is tried again, and said.
"use strict";

(() => {
  const pause = 700, again = 10_000;
  let waiting = 0, saving = null, going = false; // going: the form was sent as a whole
  const current = () => document.querySelector("form[data-autosave]");

  // What is saved is what the fields come back to.
  const settled = (form, sent) => {
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden") continue;
      if (field.type === "checkbox") field.defaultChecked = field.checked;
      else if (field.tagName === "SELECT") for (const option of field.options) option.defaultSelected = option.selected;
      else if (sent.get(field) === field.value) field.defaultValue = field.value;
    }
  };
  const say = (form, text, failed) => {
    const place = form.querySelector("[data-saved]");
    place.textContent = text;
    place.classList.toggle("fault", failed);
  };
  const save = async (form) => {
    const sent = new Map(Array.from(form.elements, (field) => [field, field.value]));
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "save");
    const keepalive = body.toString().length < 60_000; // what a browser sends although the page is left
    try {
      const answer = await fetch(form.action, { method: "POST", body, redirect: "error", headers: { "HX-Request": "true" }, keepalive });
      const text = new DOMParser().parseFromString(await answer.text(), "text/html").body;
      const saved = text.querySelector("[data-revision]");
      if (answer.ok && saved) {
        form.elements.saved.value = saved.dataset.revision;
        settled(form, sent);
        say(form, text.textContent.trim(), false);
        return true;
      }
      const refused = text.querySelector("[data-refused]");
      say(form, refused ? refused.textContent : form.dataset.autosave, true);
      return !!refused; // it is for whoever reads it to decide
    } catch {
      say(form, form.dataset.autosave, true);
      return false;
    }
  };
  const soon = (after) => {
    clearTimeout(waiting);
    waiting = setTimeout(now, after);
  };
  const now = async () => {
    clearTimeout(waiting);
    const form = current();
    if (saving) return soon(pause);
    if (!form || going || !tijian.typed(form)) return;
    saving = save(form);
    const done = await saving;
    saving = null;
    if (!done) soon(again);
  };
  document.addEventListener("input", (event) => { if (event.target.closest("form[data-autosave]")) soon(pause); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) now(); });
  // What is pressed waits for what is being saved: the form knows then what it follows.
  document.addEventListener("submit", (event) => {
    if (event.target !== current()) return;
    clearTimeout(waiting);
    going = !saving;
    if (going) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target, submitter } = event;
    saving.then(() => target.requestSubmit(submitter));
  }, true);
  document.addEventListener("htmx:confirm", (event) => {
    if (!saving || event.defaultPrevented) return;
    event.preventDefault();
    saving.then(() => event.detail.issueRequest());
  });

  window.addEventListener("pageshow", () => { going = false; });
  soon(pause); // what was put back after a new login (kept.js)

  tijian.itself = "form[data-autosave]";
  tijian.busy = () => saving !== null;
  tijian.flush = async () => {
    if (saving) await saving;
    await now();
    return true;
  };
})();
