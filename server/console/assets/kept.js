// What was typed is kept when the session has ended before a form is sent: in this tab
// alone, for the same user alone, until another form is sent or somebody leaves.
// Passwords and files are never kept.
"use strict";

(() => {
  const place = "tijian-form", largest = 256 * 1024, longest = 12 * 3600 * 1000;
  const user = () => { const name = document.querySelector(".who .name"); return name ? name.textContent : ""; };
  const here = () => location.pathname + location.search;
  const read = () => { try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; } };
  const write = (kept) => {
    const text = JSON.stringify(kept);
    sessionStorage.removeItem(place);
    try { if (text.length <= largest) sessionStorage.setItem(place, text); } catch { /* full: nothing is kept */ }
  };
  const forget = () => sessionStorage.removeItem(place);

  // A field is known by its name and its number among those of the name.
  const kinds = ["password", "file", "submit", "button", "reset", "image"];
  const fields = (form) => {
    const count = {};
    return Array.from(form.elements).filter((f) => f.name && f.name !== "csrf" && !kinds.includes(f.type) && f.tagName !== "BUTTON" && f.tagName !== "FIELDSET")
      .map((f) => ({ field: f, key: f.name + "#" + (count[f.name] = (count[f.name] || 0) + 1) }));
  };
  const action = (form) => new URL(form.getAttribute("hx-post") || form.getAttribute("action") || "", location.href).pathname;
  const forms = (path) => Array.from(document.querySelectorAll("form")).filter((f) => f.getAttribute("method") === "post" && action(f) === path);

  const keep = (form) => {
    if (!form || form.getAttribute("method") !== "post" || !user() || form.closest(".who") || form.querySelector("input[type=password], [autocomplete=one-time-code]")) return;
    const all = fields(form);
    if (!all.some(({ field }) => field.type !== "hidden")) return;
    const path = action(form);
    write({ user: user(), page: here(), path, number: forms(path).indexOf(form), at: Date.now(), state: "sent",
      fields: all.map(({ field, key }) => [key, field.type === "checkbox" || field.type === "radio" ? field.checked : field.value]) });
  };
  document.addEventListener("submit", (event) => {
    if (event.target.closest(".who")) forget(); // who leaves takes everything along
    else keep(event.target);
  }, true);
  document.addEventListener("htmx:configRequest", (event) => { if (event.detail.verb === "post") keep(event.detail.elt.closest("form")); });

  const say = (text, kind) => {
    const main = document.getElementById("main");
    if (!text || !main) return;
    const line = document.createElement("p");
    line.className = "info " + kind;
    line.setAttribute("role", "status");
    line.textContent = text;
    main.prepend(line);
  };

  // fill puts the fields back; a form whose parts the page makes as they are needed
  // has them made by the server.
  const fill = (kept) => {
    const form = forms(kept.path)[kept.number];
    if (!form) return false;
    const values = new Map(kept.fields);
    if (form.dataset.restore) {
      const send = new FormData();
      for (const [key, value] of kept.fields) if (value !== false) send.append(key.slice(0, key.lastIndexOf("#")), value === true ? "1" : value);
      const all = {};
      for (const name of send.keys()) all[name] = send.getAll(name);
      all.do = form.dataset.restore;
      // Not as the form itself, which would be held to what it requires.
      htmx.ajax("POST", form.getAttribute("hx-post") || form.action, { source: document.body, target: form, swap: "outerHTML", values: all });
    } else {
      for (const { field, key } of fields(form)) {
        if (!values.has(key)) continue;
        const value = values.get(key);
        if (typeof value === "boolean") field.checked = value;
        else field.value = value;
        const shut = field.closest("details:not([open])");
        if (shut && value) shut.open = true;
      }
      form.dispatchEvent(new Event("input", { bubbles: true }));
    }
    forget();
    say(document.body.dataset.kept, "kept-back");
    return true;
  };

  const kept = read();
  if (!kept) return;
  const mine = kept.user === user() && Date.now() - kept.at <= longest;
  if (!user()) {
    write({ ...kept, state: "refused" });
    say(document.body.dataset.keptLogin, "kept-login");
  } else if (kept.state === "sent" || !mine || (kept.state === "returning" && kept.page !== here())) {
    forget();
  } else if (kept.page !== here()) {
    write({ ...kept, state: "returning" });
    location.replace(kept.page);
  } else {
    // Parts of a page come later.
    const later = () => { if (fill(kept)) document.removeEventListener("htmx:afterSettle", later); };
    if (!fill(kept)) document.addEventListener("htmx:afterSettle", later);
  }
})();
