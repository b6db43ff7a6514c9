"use strict";

// Shows the document; a login tried on the page signs in for all operations.
const place = document.getElementById("ui");
const ui = SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    if (response.ok && new URL(response.url).pathname.endsWith("/api/login")) {
      ui.preauthorizeApiKey("token", "JWT " + JSON.parse(response.text).token);
    }
    return response;
  },
});
