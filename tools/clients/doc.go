// Package clients shows that clients can be generated from the contract of the
// API.
package clients
