package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/server/audit"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

// storedUsers are those of the database, with their name as password, so that
// logins cost no hash.
type storedUsers struct{ *user.Users }

func (s storedUsers) Authenticate(ctx context.Context, name, password string) (user.User, error) {
	u, err := s.Current(ctx, name)
	if err != nil || u.Disabled || password != "pw of "+name {
		return user.User{}, user.ErrCredentials
	}
	return u, nil
}

// store puts users into the database, each with the role of its name.
func (b *bench) store(names ...string) {
	b.t.Helper()
	b.Users = storedUsers{b.users.Users}
	for _, name := range names {
		role, _, _ := strings.Cut(name, " ")
		if _, err := b.DB.Exec(b.t.Context(), "INSERT INTO users (name, password_hash, role, created_at) VALUES (?, '', ?, 1)", name, role); err != nil {
			b.t.Fatal(err)
		}
	}
}

func TestUsers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		const evil = `client "><script>alert(1)</script>`
		b := newBenchOn(t, dsn)
		b.store("admin", "editor", "client", evil)
		w := b.as("admin")
		page := func(path string, want ...string) {
			t.Helper()
			got := w.get(path)
			wantStatus(t, path, got, http.StatusOK)
			sound(t, path, got)
			for _, text := range want {
				if not := strings.HasPrefix(text, "!"); strings.Contains(got.Body.String(), strings.TrimPrefix(text, "!")) == not {
					t.Errorf("%s: about %q the page is wrong", path, text)
				}
			}
		}
		act := func(what, path string, status int, pairs ...string) string {
			t.Helper()
			form := url.Values{}
			for i := 0; i < len(pairs); i += 2 {
				form.Set(pairs[i], pairs[i+1])
			}
			got := w.post(path, form)
			wantStatus(t, what, got, status)
			return got.Body.String()
		}
		page("operation/users", "editor</a>", "&lt;script&gt;", "!<script>alert")
		page("operation/users?q=edi", "editor</a>", "!client</a>")
		page("operation/user?name="+url.QueryEscape(evil), "&lt;script&gt;", "!<script>alert")

		text := act("a weak password", "operation/users", 422, "name", "王医生", "role", "editor", "password", "short")
		if !strings.Contains(text, "密码至少要 12 个字符") || !strings.Contains(text, `value="王医生"`) {
			t.Error("why is not said, or the name is gone")
		}
		act("no such role", "operation/users", 422, "name", "王医生", "role", "chief", "password", "a long enough password")
		act("a user", "operation/users", 303, "name", "王医生", "role", "editor", "password", "a long enough password")
		act("the name again", "operation/users", 422, "name", "王医生", "role", "editor", "password", "a long enough password")
		if u, err := b.users.Users.Authenticate(t.Context(), "王医生", "a long enough password"); err != nil || u.Role != user.Editor {
			t.Errorf("%+v %v", u, err)
		}

		// A session ends with its user, with a lower role and with the password, and not
		// with a higher role, which holds at once.
		other := b.as("editor")
		act("a higher role", "operation/user/role", 303, "name", "editor", "role", "approver")
		wantStatus(t, "after a higher role", other.get("quality"), http.StatusOK)
		act("a lower role", "operation/user/role", 303, "name", "editor", "role", "client")
		wantStatus(t, "after a lower role", other.get(""), http.StatusSeeOther)
		other = b.as("editor")
		act("disabled", "operation/user/state", 303, "name", "editor", "disabled", "1")
		wantStatus(t, "after being disabled", other.get(""), http.StatusSeeOther)
		act("enabled", "operation/user/state", 303, "name", "editor")
		other = b.as("editor")
		act("a new password", "operation/user/password", 303, "name", "editor", "password", "another long password")
		wantStatus(t, "after a new password", other.get(""), http.StatusSeeOther)
		act("a weak one", "operation/user/password", 422, "name", "editor", "password", "editor")
		for _, path := range []string{"role", "password", "state"} {
			act("nobody", "operation/user/"+path, 404, "name", "nobody\x00", "role", "client", "password", "another long password")
		}

		// The last admin stays.
		text = act("the last admin", "operation/user/state", 422, "name", "admin", "disabled", "1")
		if !strings.Contains(text, "再没有别的管理员了") {
			t.Error("why is not said")
		}
		act("the last admin's role", "operation/user/role", 422, "name", "admin", "role", "client")

		page("operation/user?name=editor&done="+user.RoleChanged, "已改变角色", "已停用", "已恢复", "已重设密码", "审批", "网页 192.0.2.1", "!这是您自己")
		page("operation/user?name=admin", "这是您自己")
		if n := strings.Count(b.log.String(), "event=user-"); n != 3 {
			t.Errorf("%d events of users are in the security log", n)
		}
		if strings.Contains(b.log.String(), "王医生") || strings.Contains(b.log.String(), "long") {
			t.Error("the log names a user or a password")
		}

		b.browser().login("editor", "wrong")
		b.browser().login("a password typed as a name", "x")
		page("operation/audit", "登录被拒绝", "王医生", "!typed")
		page("operation/audit?kind="+audit.Login, "登录被拒绝", "!<td>已停用")
		page("operation/audit?day=2020-01-01&kind=%00&user=%00", "没有记录")
	})
}

// Long lists are pages of ordinary size, and each entry stands on one of them.
func TestLongLists(t *testing.T) {
	b := newBench(t)
	b.store("admin")
	var users, entries []string
	for i := range 300 {
		name := "client " + strings.Repeat("很长的用户名", 20) + strings.Repeat("a", i%10) + string(rune('一'+i))
		users = append(users, "('"+name+"', '', 'client', 1)")
		entries = append(entries, "("+"1, '"+string(rune('一'+i))+"', 'users', 'user-added', 'admin', '"+name+"', '', 'console', '')")
	}
	for _, insert := range []string{"users (name, password_hash, role, created_at) VALUES " + strings.Join(users, ", "),
		"audit (at, id, kind, event, who, about, more, via, address) VALUES " + strings.Join(entries, ", ")} {
		if _, err := b.DB.Exec(t.Context(), "INSERT INTO "+insert); err != nil {
			t.Fatal(err)
		}
	}
	w := b.as("admin")
	next := map[string]string{"operation/users": "after=", "operation/audit": "before="}
	for path, marker := range next {
		rows, pages := 0, 0
		for at := path; at != "" && pages < 100; pages++ {
			got := w.get(at)
			sound(t, at, got)
			_, text, _ := strings.Cut(got.Body.String(), "</header>")
			rows += strings.Count(text, "<tr><td")
			at = ""
			if _, rest, ok := strings.Cut(text, marker); ok {
				rest, _, _ = strings.Cut(rest, `"`)
				at = path + "?" + marker + rest
			}
		}
		if rows < 300 || rows > 301 || pages < 6 {
			t.Errorf("%s: %d rows on %d pages", path, rows, pages)
		}
	}
}

// A user changes their own password, who knows the old one; the user's other
// sessions end, and guessing is slowed down as at the login.
func TestOwnPassword(t *testing.T) {
	b := newBench(t)
	b.store("admin", "client")
	w, elsewhere := b.as("client"), b.as("client")
	change := func(old, password, repeated string) (int, string) {
		got := w.post("password", url.Values{"old": {old}, "password": {password}, "repeated": {repeated}})
		sound(t, "the page", w.get("password"))
		return got.Code, got.Body.String()
	}
	const good = "a password long enough"
	for what, one := range map[string]struct {
		old, password, repeated, says string
		status                        int
	}{
		"weak":      {"pw of client", "short", "short", "密码至少要 12 个字符", 422},
		"its name":  {"pw of client", "the client is long", "the client is long", "密码里不能有用户名", 422},
		"differing": {"pw of client", good, good + "!", "两遍新密码不一样", 422},
		"wrong":     {"pw of admin", good, good, "现在的密码不对", 422},
	} {
		if status, page := change(one.old, one.password, one.repeated); status != one.status || !strings.Contains(page, one.says) {
			t.Errorf("%s: %d\n%s", what, status, page)
		}
	}
	wantStatus(t, "elsewhere, before", elsewhere.get(""), http.StatusOK)
	before := w.cookies[cookieName]
	if status, page := change("pw of client", good, good); status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", status, page)
	}
	if u, err := b.users.Users.Authenticate(t.Context(), "client", good); err != nil || u.Role != user.Client {
		t.Errorf("%+v %v", u, err)
	}
	wantStatus(t, "elsewhere, afterwards", elsewhere.get(""), http.StatusSeeOther)
	wantStatus(t, "here", w.get("password?done=1"), http.StatusOK)
	if w.cookies[cookieName] == before {
		t.Error("the session is the old one")
	}
	if page := b.as("admin").get("operation/audit").Body.String(); !strings.Contains(page, "已重设密码") {
		t.Error("the audit log does not say so")
	}
	for range user.MaxFailures {
		change("pw of admin", good+"!", good+"!")
	}
	if status, page := change("pw of client", good+"!", good+"!"); status != http.StatusTooManyRequests || !strings.Contains(page, "错误次数太多") {
		t.Errorf("guessing goes on: %d", status)
	}
}
