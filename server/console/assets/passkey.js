// A passkey is made or shown: the browser is asked the question of the form, and the
// form is sent with its answer.
"use strict";

(() => {
  const known = window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.addEventListener("submit", async (event) => {
      if (form.elements.answer.value) return;
      event.preventDefault();
      event.stopPropagation(); // console.js sends a form once, and this one is not sent yet
      const fault = form.querySelector("[role=alert]");
      fault.hidden = true;
      try {
        if (!known) throw new Error("no passkeys");
        const question = JSON.parse(form.dataset.question);
        const credential = form.dataset.passkey === "create"
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) });
        form.elements.answer.value = JSON.stringify(credential.toJSON());
      } catch {
        fault.textContent = form.dataset.failed;
        fault.hidden = false;
        return;
      }
      form.requestSubmit();
    });
  }
})();
