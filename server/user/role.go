package user

import (
	"slices"
	"strings"

	"tijian/engine/message"
)

// A Role says what a user may do besides calling the API, which all may.
type Role string

// The roles, each of which may do what those before it may. The API asks for
// none of them; the console and releases of rules do.
const (
	Client   Role = "client"   // calls the API
	Editor   Role = "editor"   // proposes releases of rules
	Approver Role = "approver" // approves and takes back releases
	Admin    Role = "admin"    // the first user has it
)

var roles = []Role{Client, Editor, Approver, Admin}

// Roles returns all roles, the least first.
func Roles() []Role { return slices.Clone(roles) }

// Includes reports whether the role may do what another may.
func (r Role) Includes(other Role) bool {
	return slices.Contains(roles, other) && slices.Index(roles, r) >= slices.Index(roles, other)
}

// MayPropose reports whether the role may propose a release.
func (r Role) MayPropose() bool { return r.Includes(Editor) }

// MayApprove reports whether the role may approve a release, and roll back.
func (r Role) MayApprove() bool { return r.Includes(Approver) }

func checkRole(r Role) error {
	if slices.Contains(roles, r) {
		return nil
	}
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return message.RoleUnknown.Err("roles", strings.Join(names, ", "))
}
