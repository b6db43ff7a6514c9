package browser

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/internal/wordstest"
	"tijian/server/factor"
	"tijian/server/store"
)

// Somebody who must have a second factor sets up an app by its QR code and adds a
// passkey, logs in with it, and shows who it is before a user is added.
func TestSecondFactorInBrowser(t *testing.T) {
	t.Parallel()
	dir, rules := t.TempDir(), t.TempDir()
	fewRules(t, filepath.Join(rules, "rules"))
	if err := wordstest.Copy(filepath.Join(rules, "dictionaries", "2026.1")); err != nil {
		t.Fatal(err)
	}
	c := settings(dir, engine.Files{Rules: filepath.Join(rules, "rules"), Dictionaries: filepath.Join(rules, "dictionaries")})
	c.Workers, c.SecondFactor = 0, string(factor.Editors)
	base := strings.Replace(start(t, c), "127.0.0.1", "localhost", 1) // passkeys work on no address
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	looked := func(what string) { t.Helper(); w.accessible(what); w.fits(what); w.shot(what) }
	login := func() {
		t.Helper()
		w.run(chromedp.Navigate(base+"/console/login?lang=zh"), chromedp.SendKeys("[name=name]", testUser, chromedp.ByQuery), chromedp.SendKeys("[name=password]", testPassword, chromedp.ByQuery))
		w.click("form.stack button")
	}
	logout := func() { t.Helper(); w.click(".who form button") }
	w.run(webauthn.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}).Do(ctx)
		return err
	}))

	login()
	w.wants("the first login", "您的角色必须有第二因素")
	looked("account")
	w.click("a[href$='account/app']")
	looked("app")
	var secret, code string
	w.run(chromedp.Text("main p code", &secret, chromedp.ByQuery))
	code, err := factor.Code(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.SendKeys("[name=code]", code, chromedp.ByQuery))
	w.click("form.stack button")
	w.wants("the codes for recovery", "备用码", "只显示这一次")
	w.click("a[href$='account']")
	w.click("a[href$='account/passkey']")
	w.run(chromedp.SendKeys("[name=title]", "办公室", chromedp.ByQuery))
	w.click("form.stack button")
	w.wants("the account", "已添加第二因素", "通行密钥 办公室", "备用码还有 10 个", "就是这里")
	looked("account with factors")

	logout()
	login()
	looked("factor")
	w.click("form[data-passkey] button")
	w.run(chromedp.WaitVisible("nav"))

	db, err := store.Open(t.Context(), "", dir)
	if err == nil {
		_, err = db.Exec(t.Context(), "UPDATE logins SET proved_at = 0")
		defer db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.Navigate(base + "/console/operation/users"))
	w.run(chromedp.SendKeys("form.card [name=name]", "李医生", chromedp.ByQuery), chromedp.SendKeys("form.card [name=password]", "another long password", chromedp.ByQuery))
	w.click("form.card button")
	w.wants("the question", "请再确认是您本人")
	looked("proof")
	w.run(chromedp.SendKeys("[name=proof]", testPassword, chromedp.ByQuery))
	w.click("form.stack button")
	w.wants("the user", "李医生", "已添加用户")
	looked("a user")
	w.run(chromedp.Navigate(base + "/console/account?lang=en"))
	w.wants("in English", "Second factor", "App", "Passkey", "10 recovery codes are left")
	w.run(chromedp.EmulateViewport(390, 800), chromedp.Reload())
	w.fits("narrow")
	noted.nothing(t)
}
