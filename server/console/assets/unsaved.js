// What was typed is not lost without a word: whoever leaves a page on which
// something is not sent yet, or has that part of it replaced, is asked first.
"use strict";

(() => {
  let leaving = false; // asked already, or led by the server, which keeps or has it
  const sent = new WeakSet();
  const idle = ["hidden", "submit", "button", "reset", "image"];

  const changed = (field) => {
    if (!field.name || field.disabled || idle.includes(field.type) || field.tagName === "BUTTON") return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.type === "file") return field.files.length > 0;
    if (field.tagName === "SELECT") return field.selectedIndex !== Math.max(0, Array.from(field.options).findLastIndex((o) => o.defaultSelected));
    return "defaultValue" in field && field.value !== field.defaultValue;
  };
  const typed = (form) => Array.from(form.elements).find(changed);
  // A form that the server has sent back with what was typed says so itself.
  const open = (form) => form.method === "post" && !form.closest(".who") && !sent.has(form) && ("unsaved" in form.dataset || !!typed(form));
  // Who is not logged in has nothing but the login to fill in.
  const unsaved = () => (document.querySelector(".who form") ? Array.from(document.forms).filter(open) : []);

  const asked = (forms) => {
    if (forms.length === 0 || leaving || window.confirm(document.body.dataset.unsaved)) return true;
    const field = typed(forms[0]) || forms[0].querySelector("input:not([type=hidden]), textarea, select");
    const shut = field && field.closest("details:not([open])");
    if (shut) shut.open = true;
    if (field) field.focus();
    return false;
  };
  const leave = () => {
    leaving = true;
    setTimeout(() => { leaving = false; }, 5000); // it was a download, or the page stayed
  };
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // What saves itself is saved before a link leads away. A link of data-settle stays
  // where that fails, which the page tells.
  let passing = false, settling = false;
  const behind = () => tijian.busy() || unsaved().some((form) => form.matches(tijian.itself) || form.closest(tijian.itself));
  const pass = async (link) => {
    if (settling) return;
    settling = true;
    const saved = await tijian.flush();
    settling = false;
    if (!saved && "settle" in link.dataset) return;
    passing = true;
    link.click();
    passing = false;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.button !== 0 || link.hasAttribute("hx-post")) return;
    const settles = "settle" in link.dataset;
    if (!settles && (event.ctrlKey || event.metaKey || event.shiftKey || link.target)) return;
    const to = new URL(link.href, location.href);
    if (to.hash && to.pathname === location.pathname && to.search === location.search) return;
    const part = link.closest("[hx-boost] > *"), lost = unsaved().filter((form) => !part || part.contains(form)); // a part of the page replaces no other
    if (!passing && tijian.flush && (part ? lost.length || tijian.busy() : behind())) {
      stop(event);
      pass(link);
    } else {
      if (!settles && !asked(lost)) stop(event);
      else if (!link.closest("[hx-boost]")) leave(); // which opens a part of the page
    }
  }, true);
  document.addEventListener("auxclick", (event) => {
    const link = event.target.closest("a[data-settle]");
    if (!link || event.button !== 1 || !tijian.flush || !behind()) return;
    stop(event);
    pass(link);
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("hx-post")) return;
    if (!asked(unsaved().filter((other) => other !== form))) return stop(event);
    sent.add(form);
    leave();
  }, true);
  window.addEventListener("beforeunload", (event) => {
    if (!leaving && unsaved().length) event.preventDefault();
  });
  window.addEventListener("pageshow", () => { leaving = false; });

  // Parts of a page: what somebody presses must not replace another form.
  document.addEventListener("htmx:confirm", (event) => {
    const { elt, target, triggeringEvent } = event.detail, own = elt.closest("form");
    if (!triggeringEvent || !["click", "submit"].includes(triggeringEvent.type) || !(target instanceof Element)) return;
    if (!asked(unsaved().filter((form) => form !== own && target.contains(form)))) event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.elt.tagName === "FORM") sent.add(event.detail.elt); });
  document.addEventListener("htmx:afterRequest", (event) => { if (!event.detail.xhr.getResponseHeader("HX-Redirect")) sent.delete(event.detail.elt); });
  document.addEventListener("htmx:beforeOnLoad", (event) => { if (event.detail.xhr.getResponseHeader("HX-Redirect")) leave(); });

  window.tijian = { unsaved, typed, itself: "", busy: () => false, flush: null };
})();
