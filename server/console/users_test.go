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
		if !strings.Contains(text, "at least 12") || !strings.Contains(text, `value="王医生"`) {
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
		if !strings.Contains(text, "nobody else") {
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
		for at := path; at != ""; pages++ {
			got := w.get(at)
			sound(t, at, got)
			text := got.Body.String()
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
