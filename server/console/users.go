package console

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tijian/engine/message"
	"tijian/server/audit"
	"tijian/server/store"
	"tijian/server/user"
)

// usersOnPage is how many users one page lists.
const usersOnPage = 50

// usersPage lists users, and takes a new one.
type usersPage struct {
	Query string
	Users []userLine
	Next  string // the last name, where there are more
	Roles []choice
	Fault string
	Name  string // as given, when it was refused
}

type userLine struct {
	Name, Role, Since string
	Disabled          bool
}

// A choice is one value of a field that has a few.
type choice struct {
	Value, Title string
	Chosen       bool
}

func userLineOf(lang string, u user.User) userLine {
	return userLine{u.Name, roleName(lang, u.Role), u.CreatedAt.Local().Format(time.DateOnly), u.Disabled}
}

func roleChoices(lang string, chosen user.Role) []choice {
	var list []choice
	for _, r := range user.Roles() {
		list = append(list, choice{string(r), roleName(lang, r) + words[lang].say("role.may."+string(r)), r == chosen})
	}
	return list
}

func (c *Console) users(v *requestContext) error {
	return c.showUsers(v, http.StatusOK, usersPage{Roles: roleChoices(v.lang, user.Client)})
}

func (c *Console) showUsers(v *requestContext, status int, p usersPage) error {
	query := v.URL.Query()
	p.Query = strings.TrimSpace(query.Get("q"))
	list, err := c.Users.Search(v.Context(), p.Query, query.Get("after"), usersOnPage+1)
	if err != nil {
		return err
	}
	if len(list) > usersOnPage {
		list = list[:usersOnPage]
		p.Next = list[usersOnPage-1].Name
	}
	for _, u := range list {
		p.Users = append(p.Users, userLineOf(v.lang, u))
	}
	return v.show(status, "users", p)
}

func (c *Console) addUser(v *requestContext) error {
	name, role := strings.TrimSpace(v.PostFormValue("name")), user.Role(v.PostFormValue("role"))
	if err := c.Users.Register(v.Context(), name, v.PostFormValue("password"), role); err != nil {
		fault, err := c.refusedUser(v, err)
		if err != nil {
			return err
		}
		return c.showUsers(v, http.StatusUnprocessableEntity, usersPage{Roles: roleChoices(v.lang, role), Fault: fault, Name: name})
	}
	return c.didUser(v, user.Added, name, string(role))
}

// refusedUser says for people why an act on a user was refused; what the database
// said stays an error.
func (c *Console) refusedUser(v *requestContext, err error) (fault string, broken error) {
	if _, trouble := store.Trouble(err); trouble || v.Context().Err() != nil {
		return "", err
	}
	return message.Localise(err, v.lang), nil
}

// didUser records an act on a user, and goes to the user's page.
func (c *Console) didUser(v *requestContext, event, name, more string) error {
	c.recordUser(v, event, name, more)
	return v.redirect("operation/user?done=" + event + "&name=" + url.QueryEscape(name))
}

// userPage is one user, the visitor where none is named, with what was done to and
// by them.
type userPage struct {
	userLine
	Roles       []choice
	Fault, Done string
	Self        bool // the visitor
	Entries     []auditLine
}

// entriesOfUser are shown of the audit log.
const entriesOfUser = 10

func (c *Console) oneUser(v *requestContext) error {
	done := v.URL.Query().Get("done")
	if audit.KindOf(done) != audit.Users {
		done = ""
	}
	return c.showUser(v, http.StatusOK, userPage{Done: done})
}

func (c *Console) showUser(v *requestContext, status int, p userPage) error {
	u, err := c.Users.Current(v.Context(), cmp.Or(v.FormValue("name"), v.user.Name))
	if errors.Is(err, user.ErrUnknown) {
		return v.fail(http.StatusNotFound, "users.unknown")
	}
	if err != nil {
		return err
	}
	p.userLine, p.Roles, p.Self = userLineOf(v.lang, u), roleChoices(v.lang, u.Role), u.Name == v.user.Name
	list, err := c.Audit.List(v.Context(), audit.Filter{User: u.Name, Most: entriesOfUser})
	if err != nil {
		return err
	}
	p.Entries = c.auditLines(v.lang, list)
	return v.show(status, "user", p)
}

// actOnUser does an act on the user that the form names, and says what became of it.
func (c *Console) actOnUser(v *requestContext, event, more string, act func(name string) error) error {
	name := v.PostFormValue("name")
	if err := act(name); err != nil {
		fault, err := c.refusedUser(v, err)
		if err != nil {
			return err
		}
		return c.showUser(v, http.StatusUnprocessableEntity, userPage{Fault: fault})
	}
	return c.didUser(v, event, name, more)
}

func (c *Console) setRole(v *requestContext) error {
	role := user.Role(v.PostFormValue("role"))
	return c.actOnUser(v, user.RoleChanged, string(role), func(name string) error { return c.Users.SetRole(v.Context(), name, role) })
}

func (c *Console) resetPassword(v *requestContext) error {
	return c.actOnUser(v, user.PasswordChanged, "", func(name string) error {
		return c.Users.Reset(v.Context(), name, v.PostFormValue("password"))
	})
}

func (c *Console) setState(v *requestContext) error {
	if v.PostFormValue("disabled") != "" {
		return c.actOnUser(v, user.Disabled, "", func(name string) error { return c.Users.Disable(v.Context(), name) })
	}
	return c.actOnUser(v, user.Enabled, "", func(name string) error { return c.Users.Enable(v.Context(), name) })
}
