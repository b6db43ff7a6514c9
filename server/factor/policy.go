package factor

import "tijian/server/user"

// A Policy says who has to have a second factor (TIJIAN_SECOND_FACTOR).
type Policy string

// The policies. "" is Off.
const (
	Off     Policy = "off"
	Editors Policy = "editors" // and every role above
	All     Policy = "all"
)

// Lacks reports whether a user has to have a second factor and has none.
func (p Policy) Lacks(u user.User) bool {
	return !u.Factor && (p == All || p == Editors && u.Role.Includes(user.Editor))
}
