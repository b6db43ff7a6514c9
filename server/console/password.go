package console

import (
	"errors"
	"net/http"

	"tijian/server/console/words"
	"tijian/server/user"
)

type passwordPage struct {
	Fault string
	Done  bool
}

func (c *Console) passwordForm(v *requestContext) error {
	return v.show(http.StatusOK, "password", passwordPage{Done: v.URL.Query().Has("done")})
}

// changePassword gives the visitor a new password. All their sessions and tokens
// end, but for a new session of this browser.
func (c *Console) changePassword(v *requestContext) error {
	say := words.In(v.lang).Say
	refuse := func(status int, fault string) error {
		return v.show(status, "password", passwordPage{Fault: fault})
	}
	name, password := v.user.Name, v.PostFormValue("password")
	if password != v.PostFormValue("repeated") {
		return refuse(http.StatusUnprocessableEntity, say("password.differ"))
	}
	err := c.Throttle.Change(c.recorded(v, user.PasswordChanged, name, ""), c.Users, name, v.PostFormValue("old"), password, v.address())
	if status, fault := v.later(err); fault != "" {
		return refuse(status, fault)
	}
	switch {
	case errors.Is(err, user.ErrCredentials):
		return refuse(http.StatusUnprocessableEntity, say("password.wrong"))
	case err != nil:
		fault, err := c.refusedUser(v, err)
		if err != nil {
			return err
		}
		return refuse(http.StatusUnprocessableEntity, fault)
	}
	c.recordUser(v, user.PasswordChanged, name)
	u, err := c.Users.Current(v.Context(), name)
	if err != nil {
		return err
	}
	if err := c.beginSession(v, u, !v.login.FactorAt.IsZero()); err != nil {
		return err
	}
	return v.redirect("password?done=1")
}
