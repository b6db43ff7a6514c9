// Package browser holds the tests that need a browser: they start the whole
// service, walk through the console and the contract's page with Chromium as
// people do, and look at what they see. They stand here so that the product
// does not depend on what drives the browser.
package browser
