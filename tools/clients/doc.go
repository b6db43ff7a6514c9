// Package clients shows that clients can be generated from the contract of the
// API. It is a module of its own because of what the generator needs.
package clients
