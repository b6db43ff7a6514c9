// Package auth makes and checks the tokens of the API and holds the secrets
// that sign them. Where the other rules about who gets in are:
//
//	what a token is, and for how long               auth/token.go
//	the Authorization header, the words of a 401    auth/header.go, unauthorized.go
//	secrets, their rotation                         auth/secret.go
//	names that look alike                           user/likeness.go
//	passwords: how they are kept, which are weak    user/password.go, strength.go
//	roles, the last admin                           user/role.go, manage.go
//	failed logins: how many, how long the wait      user/throttle.go; by all processes: failures.go
//	who must have a second factor                   factor/policy.go
//	codes of apps; taken once, wrong ones counted   factor/totp.go, check.go
//	recovery codes, passkeys, how secrets are kept  factor/recovery.go, passkey.go, seal.go
//	sessions and tokens: list, end                  session/session.go, touch.go
//	which page is open before the second factor     console/stage.go, routes.go
//	the password again before an act                console/prove.go
//	who may not approve whose release               audit/powers.go, engine/release/approve.go
//	who did it                                      audit
package auth
