package console

import (
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"tijian/engine/message"
	"tijian/server/audit"
	"tijian/server/console/chart"
	"tijian/server/console/words"
	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/user"
)

// An accountPage shows what somebody logs in with, and where they are logged in.
type accountPage struct {
	Done     string
	Lacks    bool // a second factor is demanded
	Factors  []factor.Factor
	Recovery int
	Works    bool // passkeys do, here
	userRecord
}

// A userRecord is where somebody is logged in, and what was done by and to them.
type userRecord struct {
	Logins  []loginView
	Entries []auditLine
}

// A loginView is a line of the list of logins.
type loginView struct {
	session.Login
	Here bool // the browser that asks
}

func (c *Console) account(v *requestContext) error {
	p := accountPage{Done: v.URL.Query().Get("done"), Lacks: c.Policy.Lacks(v.user)}
	if audit.KindOf(p.Done) != audit.Users {
		p.Done = ""
	}
	_, p.Works = v.site()
	var err error
	if p.Factors, p.Recovery, err = c.Factors.Of(v.Context(), v.user.Name); err != nil {
		return err
	}
	if p.userRecord, err = c.recordOf(v, v.user); err != nil {
		return err
	}
	return v.show(http.StatusOK, "account", p)
}

func (c *Console) recordOf(v *requestContext, u user.User) (r userRecord, err error) {
	logins, err := c.sessions.Of(v.Context(), u)
	if err != nil {
		return r, err
	}
	for _, l := range logins {
		r.Logins = append(r.Logins, loginView{l, l.ID == v.login.ID})
	}
	entries, err := c.Audit.List(v.Context(), audit.Filter{User: u.Name, Most: entriesOfUser})
	r.Entries = c.auditLines(v.lang, entries)
	return r, err
}

// done records what somebody did to their own account, and goes back to it.
func (c *Console) done(v *requestContext, event string) error {
	c.recordUser(v, event, v.user.Name)
	return v.redirect("account?done=" + event)
}

// refusedOwn says why an act on the own account was refused.
func (c *Console) refusedOwn(v *requestContext, err error) error {
	if _, trouble := store.Trouble(err); trouble || v.Context().Err() != nil {
		return err
	}
	return &fault{http.StatusNotFound, message.Localise(err, v.lang)}
}

// An appPage offers a secret for an app.
type appPage struct {
	factor.Offer
	QR    chart.QR
	Fault string
}

func (c *Console) appForm(v *requestContext) error {
	return c.offerApp(v, http.StatusOK, "", "")
}

func (c *Console) offerApp(v *requestContext, status int, nonce, fault string) error {
	p := appPage{Offer: c.Factors.Offer(v.login, nonce), Fault: fault}
	var err error
	if p.QR, err = chart.DrawQR(p.URI); err != nil {
		return err
	}
	return v.show(status, "app", p)
}

// addApp takes the first code of an app as the proof that it has the secret.
func (c *Console) addApp(v *requestContext) error {
	nonce := v.PostFormValue("nonce")
	if nonce == "" || len(nonce) > 64 {
		return v.redirect("account/app")
	}
	codes, err := c.Factors.AddApp(c.recorded(v, user.FactorAdded, v.user.Name, factor.App), v.login, c.Factors.Offer(v.login, nonce), v.PostFormValue("code"))
	if errors.Is(err, user.ErrCredentials) {
		return c.offerApp(v, http.StatusUnprocessableEntity, nonce, words.In(v.lang).Say("app.wrong"))
	}
	return c.added(v, codes, err)
}

// added shows the codes for recovery that came with a factor, or goes back.
func (c *Console) added(v *requestContext, codes []string, err error) error {
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		return c.done(v, user.FactorAdded)
	}
	c.recordUser(v, user.FactorAdded, v.user.Name)
	return v.show(http.StatusOK, "recovery", codes)
}

// A passkeyPage asks the browser for a passkey.
type passkeyPage struct {
	Question, Fault string
}

func (c *Console) passkeyForm(v *requestContext) error { return c.askPasskey(v, http.StatusOK, "") }

func (c *Console) askPasskey(v *requestContext, status int, fault string) error {
	site, works := v.site()
	if !works {
		return v.fail(http.StatusConflict, "passkey.here")
	}
	question, challenge, err := c.Factors.AskNew(v.Context(), site, v.user.Name)
	if err == nil {
		err = c.sessions.Ask(v.Context(), v.login, challenge)
	}
	if err != nil {
		return err
	}
	return v.show(status, "passkey", passkeyPage{question, fault})
}

// longestTitle is what a passkey may be called, in characters.
const longestTitle = 60

func (c *Console) addPasskey(v *requestContext) error {
	site, works := v.site()
	title := strings.TrimSpace(v.PostFormValue("title"))
	if !works || !utf8.ValidString(title) || strings.ContainsRune(title, 0) || utf8.RuneCountInString(title) > longestTitle {
		return c.askPasskey(v, http.StatusUnprocessableEntity, words.In(v.lang).Say("passkey.title.long", longestTitle))
	}
	challenge, err := c.sessions.Asked(v.Context(), v.login)
	if err != nil {
		return err
	}
	codes, err := c.Factors.AddPasskey(c.recorded(v, user.FactorAdded, v.user.Name, factor.Passkey), site, v.login, title, challenge, v.PostFormValue("answer"))
	if errors.Is(err, user.ErrCredentials) {
		return c.askPasskey(v, http.StatusUnprocessableEntity, words.In(v.lang).Say("passkey.wrong"))
	}
	return c.added(v, codes, err)
}

func (c *Console) removeFactor(v *requestContext) error {
	if err := c.Factors.Remove(c.recorded(v, user.FactorRemoved, v.user.Name, ""), v.user.Name, v.id("id")); err != nil {
		return c.refusedOwn(v, err)
	}
	return c.done(v, user.FactorRemoved)
}

func (c *Console) newRecovery(v *requestContext) error {
	if !v.user.Factor {
		return c.refusedOwn(v, factor.ErrUnknown)
	}
	codes, err := c.Factors.NewRecovery(c.recorded(v, user.RecoveryMade, v.user.Name, ""), v.user.Name)
	if err != nil {
		return err
	}
	c.recordUser(v, user.RecoveryMade, v.user.Name)
	return v.show(http.StatusOK, "recovery", codes)
}

func (c *Console) endLogin(v *requestContext) error {
	if err := c.sessions.EndOne(c.recorded(v, user.LoginEnded, v.user.Name, ""), v.user.Name, v.id("id")); err != nil {
		return c.refusedOwn(v, err)
	}
	return c.done(v, user.LoginEnded)
}

func (c *Console) endOthers(v *requestContext) error {
	if err := c.sessions.EndOthers(c.recorded(v, user.LoginsEnded, v.user.Name, ""), v.user.Name, v.login.ID); err != nil {
		return c.refusedOwn(v, err)
	}
	return c.done(v, user.LoginsEnded)
}

// id is a field of a form that is an id or a name; "" where no database would take it.
func (v *requestContext) id(name string) string {
	text := v.PostFormValue(name)
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	return text
}
