package console

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"tijian/engine/message"
	"tijian/server/audit"
	"tijian/server/factor"
	"tijian/server/store"
	"tijian/server/user"
)

// usersOnPage is how many users one page lists.
const usersOnPage = 50

// usersPage lists users, and takes a new one.
type usersPage struct {
	Query string `form:"q"`
	After string `form:"after,raw"` // the name that the page before ended with
	Users []user.User
	Next  string // the last name, where there are more
	Fault string
	Asked userForm // as given, when it was refused
}

// A userForm is what is asked for a user.
type userForm struct {
	Name     string    `form:"name,raw"`
	Password string    `form:"password,raw"`
	Role     user.Role `form:"role,raw"`
	Disabled bool      `form:"disabled"`
}

func (c *Console) users(v *requestContext) error {
	return c.showUsers(v, http.StatusOK, usersPage{Asked: userForm{Role: user.Client}})
}

func (c *Console) showUsers(v *requestContext, status int, p usersPage) error {
	v.asked(&p)
	var err error
	if p.Users, err = c.Users.Search(v.Context(), p.Query, p.After, usersOnPage+1); err != nil {
		return err
	}
	if len(p.Users) > usersOnPage {
		p.Users = p.Users[:usersOnPage]
		p.Next = p.Users[usersOnPage-1].Name
	}
	return v.show(status, "users", p)
}

func (c *Console) addUser(v *requestContext) error {
	var form userForm
	v.sent(&form)
	form.Name = strings.TrimSpace(form.Name)
	if err := c.Users.Register(c.recorded(v, user.Added, form.Name, string(form.Role)), form.Name, form.Password, form.Role); err != nil {
		fault, err := c.refusedUser(v, err)
		if err != nil {
			return err
		}
		return c.showUsers(v, http.StatusUnprocessableEntity, usersPage{Fault: fault, Asked: form})
	}
	return c.didUser(v, user.Added, form.Name)
}

// refusedUser says for people why an act on a user was refused; what the database
// said stays an error.
func (c *Console) refusedUser(v *requestContext, err error) (fault string, broken error) {
	if _, trouble := store.Trouble(err); trouble || v.Context().Err() != nil {
		return "", err
	}
	return message.Localise(err, v.lang), nil
}

// didUser tells the security log of an act on a user, and goes to the user's page.
func (c *Console) didUser(v *requestContext, event, name string) error {
	c.recordUser(v, event, name)
	return v.redirect("operation/user?done=" + event + "&name=" + url.QueryEscape(name))
}

// userPage is one user, the visitor where none is named, with what was done to and
// by them.
type userPage struct {
	user.User
	Fault, Done string
	Self        bool // the visitor
	userRecord
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
	p.User, p.Self = u, u.Name == v.user.Name
	if p.userRecord, err = c.recordOf(v, u); err != nil {
		return err
	}
	return v.show(status, "user", p)
}

// actOnUser does an act on the user that the form names, and says what became of it.
func (c *Console) actOnUser(v *requestContext, event, more string, form userForm, act func(context.Context) error) error {
	if err := act(c.recorded(v, event, form.Name, more)); err != nil {
		fault, err := c.refusedUser(v, err)
		if err != nil {
			return err
		}
		return c.showUser(v, http.StatusUnprocessableEntity, userPage{Fault: fault})
	}
	return c.didUser(v, event, form.Name)
}

func (c *Console) setRole(v *requestContext) error {
	var form userForm
	v.sent(&form)
	return c.actOnUser(v, user.RoleChanged, string(form.Role), form, func(ctx context.Context) error { return c.Users.SetRole(ctx, form.Name, form.Role) })
}

func (c *Console) resetPassword(v *requestContext) error {
	var form userForm
	v.sent(&form)
	return c.actOnUser(v, user.PasswordChanged, "", form, func(ctx context.Context) error { return c.Users.Reset(ctx, form.Name, form.Password) })
}

func (c *Console) setState(v *requestContext) error {
	var form userForm
	if v.sent(&form); form.Disabled {
		return c.actOnUser(v, user.Disabled, "", form, func(ctx context.Context) error { return c.Users.Disable(ctx, form.Name) })
	}
	return c.actOnUser(v, user.Enabled, "", form, func(ctx context.Context) error { return c.Users.Enable(ctx, form.Name) })
}

// removeFactors helps a user who has lost the second factor.
func (c *Console) removeFactors(v *requestContext) error {
	form := userForm{Name: v.id("name")}
	return c.actOnUser(v, user.FactorRemoved, "", form, func(ctx context.Context) error { return factor.RemoveAll(ctx, c.DB, form.Name) })
}

func (c *Console) endLoginOf(v *requestContext) error {
	form := userForm{Name: v.id("name")}
	return c.actOnUser(v, user.LoginEnded, "", form, func(ctx context.Context) error { return c.sessions.EndOne(ctx, form.Name, v.id("id")) })
}

// endLoginsOf ends all logins of a user, but for the one that does so.
func (c *Console) endLoginsOf(v *requestContext) error {
	form := userForm{Name: v.id("name")}
	but := ""
	if form.Name == v.user.Name {
		but = v.login.ID
	}
	return c.actOnUser(v, user.LoginsEnded, "", form, func(ctx context.Context) error { return c.sessions.EndOthers(ctx, form.Name, but) })
}
