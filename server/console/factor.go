package console

import (
	"context"
	"net"
	"net/http"
	"net/netip"

	"tijian/server/factor"
	"tijian/server/user"
)

// A factorPage asks for the second factor.
type factorPage struct {
	Next, Fault string
	Question    string // to the browser, for a passkey; "" where there is none
}

// here is the page that was asked for, for who has to give something before it.
func (v *requestContext) here() string {
	if v.Method != http.MethodGet {
		return ""
	}
	return place(v.URL.Path[len("/console/"):])
}

// site is the service as the browser sees it; false where passkeys do not work.
func (v *requestContext) site() (factor.Site, bool) {
	host := v.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	scheme := "http"
	if v.overTLS() {
		scheme = "https"
	}
	_, err := netip.ParseAddr(host)
	return factor.Site{Host: host, Origin: scheme + "://" + v.Host}, err != nil && host != "" && (scheme == "https" || host == "localhost")
}

func (c *Console) factorForm(v *requestContext) error {
	next := place(v.URL.Query().Get("next"))
	if v.stage() != halfway {
		return v.redirect(next)
	}
	return c.showFactor(v, http.StatusOK, factorPage{Next: next})
}

func (c *Console) showFactor(v *requestContext, status int, p factorPage) error {
	if site, works := v.site(); works {
		question, challenge, err := c.Factors.Ask(v.Context(), site, v.user.Name)
		if err != nil {
			return err
		}
		if p.Question = question; question != "" {
			if err := c.sessions.Ask(v.Context(), v.login, challenge); err != nil {
				return err
			}
		}
	}
	return v.show(status, "factor", p)
}

// giveFactor takes the second factor of who has given the password. The session is
// a new one from then on.
func (c *Console) giveFactor(v *requestContext) error {
	next := place(v.PostFormValue("next"))
	if v.stage() != halfway {
		return v.redirect(next)
	}
	var by user.Authenticator = factor.Codes{Factors: c.Factors, User: v.user}
	if v.PostFormValue("answer") != "" {
		by = passkey{v}
	}
	_, err := c.Throttle.Login(c.recovered(v), by, v.user.Name, v.PostFormValue("code"), v.address())
	if status, fault := c.refusedLogin(v, err, v.user.Name, "factor.wrong"); fault != "" {
		return c.showFactor(v, status, factorPage{Next: next, Fault: fault})
	}
	if err != nil {
		return err
	}
	if err := c.beginSession(v, v.user, true); err != nil {
		return err
	}
	c.came(v, v.user.Name)
	return v.redirect(next)
}

// recovered is a context in which the audit log keeps that a code for recovery was
// used, should one be.
func (c *Console) recovered(v *requestContext) context.Context {
	return c.recorded(v, user.RecoveryUsed, v.user.Name, "")
}

// A passkey is an Authenticator by what the browser answered for one.
type passkey struct{ v *requestContext }

// Authenticate implements user.Authenticator.
func (p passkey) Authenticate(ctx context.Context, name, _ string) (user.User, error) {
	site, works := p.v.site()
	if !works {
		return user.User{}, user.ErrCredentials
	}
	challenge, err := p.v.console.sessions.Asked(ctx, p.v.login)
	if err != nil {
		return user.User{}, err
	}
	return p.v.user, p.v.console.Factors.CheckPasskey(ctx, site, name, challenge, p.v.PostFormValue("answer"))
}
