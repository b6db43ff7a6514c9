package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"tijian/engine/message"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/user"
)

// User manages who may log in. The service may be running meanwhile: changes
// hold from the next request on.
type User struct {
	Add     userAdd     `cmd:"" help:"添加用户；密码从标准输入读取" en:"Add a user; the password is read from standard input."`
	Role    userRole    `cmd:"" help:"改变用户的角色：client（调用接口）、editor（提出发布规则）、approver（批准和回退）、admin" en:"Change what a user may do: client (calls the API), editor (proposes releases of rules), approver (approves and takes back), admin."`
	Passwd  userPasswd  `cmd:"" help:"修改密码，新密码从标准输入读取；这个用户的令牌随即失效" en:"Change a password, read from standard input; the user's tokens become invalid."`
	Disable userDisable `cmd:"" help:"停用一个用户，令牌同时失效；加 --undo 恢复" en:"Shut a user out, tokens included; --undo lets the user log in again."`
	Factor  userFactor  `cmd:"" name:"reset-factor" help:"清除一个用户丢失的第二因素；这个用户的登录和令牌随即失效" en:"Take away the second factor of a user who has lost it; sessions and tokens end."`
	Logout  userLogout  `cmd:"" help:"结束一个用户在所有地方的登录和令牌" en:"End all sessions and tokens of a user."`
	List    userList    `cmd:"" help:"列出用户" en:"List users."`
}

// A recorded command leaves records in the security log, on standard error, and
// in the audit log, in the database.
type recorded struct {
	config.Data
	config.Signing
}

// record writes what happened to the security log. The name is hashed as the
// service does it, and left out where its secret is not at hand. On a terminal nobody
// collects it: people are told in words, and the audit log has it.
func (a *recorded) record(s Streams, level slog.Level, event, name string, attrs ...any) {
	if isTerminal(s.Err) {
		return
	}
	attrs = append([]any{"kind", "security", "event", event, "trigger", "command", "uid", os.Getuid()}, attrs...)
	if hash := a.pseudonym(name); hash != "" {
		attrs = append(attrs, "user", hash)
	}
	slog.New(slog.NewTextHandler(s.Err, nil)).Log(context.Background(), level, "security", attrs...)
}

// keep writes what happened to the audit log.
func (a *recorded) keep(ctx context.Context, s Streams, e audit.Entry) {
	e.Via = "command"
	_ = withDB(ctx, a.Data, func(db *store.DB) error { // the act itself has opened it, too
		audit.New(db, slog.New(slog.NewTextHandler(s.Err, nil)), time.Now).Add(ctx, e)
		return nil
	})
}

// secrets are those of the service; an error where they are elsewhere, for none is
// created here.
func (a *recorded) secrets() ([][]byte, error) {
	if err := a.ReadSecret(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(a.Data.Data, auth.SecretFile)); err != nil && a.JWTSecret == "" {
		return nil, err
	}
	return auth.LoadSecrets(a.JWTSecret, a.Data.Data)
}

func (a *recorded) factors(db *store.DB) (*factor.Factors, error) {
	secrets, err := a.secrets()
	if err != nil {
		return nil, err
	}
	return factor.New(db, secrets, time.Now)
}

func (a *recorded) pseudonym(name string) string {
	secrets, err := a.secrets()
	if err != nil {
		return ""
	}
	tokens, err := auth.NewTokens(secrets, auth.Lifetime, time.Now)
	if err != nil {
		return ""
	}
	return tokens.Pseudonym(name)
}

// named are the commands about one user.
type named struct {
	recorded
	Name string `arg:"" help:"用户名" en:"User name."`
}

// did changes the user with an entry in the audit log, and records it; or returns why
// there is no change.
func (a *named) did(ctx context.Context, s Streams, event, more string, act func(context.Context) error) error {
	e := audit.Entry{Event: event, About: a.Name, More: strings.TrimSpace(more + " uid=" + strconv.Itoa(os.Getuid())), Via: "command"}
	if err := act(audit.With(ctx, e)); err != nil {
		return message.AboutUser.Err("user", strconv.Quote(a.Name), "reason", err)
	}
	a.record(s, slog.LevelInfo, event, a.Name)
	return nil
}

type userAdd struct {
	named
	Role user.Role `enum:"client,editor,approver,admin" default:"client" help:"角色：client、editor、approver 或 admin" en:"client, editor, approver or admin."`
}

// Run adds the user.
func (c *userAdd) Run(ctx context.Context, s Streams) error {
	err := withUsers(ctx, c.Data, func(users *user.Users) error {
		password, err := s.readNewPassword()
		if err != nil {
			return err
		}
		return c.did(ctx, s, user.Added, string(c.Role), func(ctx context.Context) error { return users.Register(ctx, c.Name, password, c.Role) })
	})
	if err == nil {
		err = c.made(s, c.Role)
	}
	return err
}

// made says who may now do what.
func (a *named) made(s Streams, role user.Role) error {
	next := message.UserCalls
	switch {
	case role.MayApprove():
		next = message.UserApproves
	case role.MayPropose():
		next = message.UserProposes
	}
	_, err := fmt.Fprintln(s.Out, message.UserMade.With("name", message.Plain(a.Name), "role", message.Plain(string(role)), "next", next).In(s.Lang))
	return err
}

type userRole struct {
	named
	Role user.Role `arg:"" enum:"client,editor,approver,admin" help:"角色：client、editor、approver 或 admin" en:"client, editor, approver or admin."`
}

// Run changes the role.
func (c *userRole) Run(ctx context.Context, s Streams) error {
	err := withUsers(ctx, c.Data, func(users *user.Users) error {
		return c.did(ctx, s, user.RoleChanged, string(c.Role), func(ctx context.Context) error { return users.SetRole(ctx, c.Name, c.Role) })
	})
	if err == nil {
		err = c.made(s, c.Role)
	}
	return err
}

type userPasswd struct{ named }

// Run changes the password.
func (c *userPasswd) Run(ctx context.Context, s Streams) error {
	return withUsers(ctx, c.Data, func(users *user.Users) error {
		password, err := s.readNewPassword()
		if err != nil {
			return err
		}
		return c.did(ctx, s, user.PasswordChanged, "", func(ctx context.Context) error { return users.Reset(ctx, c.Name, password) })
	})
}

type userDisable struct {
	named
	Undo bool `help:"让这个用户重新可以登录" en:"Let the user log in again."`
}

// Run disables or enables the user.
func (c *userDisable) Run(ctx context.Context, s Streams) error {
	return withUsers(ctx, c.Data, func(users *user.Users) error {
		if c.Undo {
			return c.did(ctx, s, user.Enabled, "", func(ctx context.Context) error { return users.Enable(ctx, c.Name) })
		}
		return c.did(ctx, s, user.Disabled, "", func(ctx context.Context) error { return users.Disable(ctx, c.Name) })
	})
}

type userFactor struct{ named }

// Run takes the user's second factors away.
func (c *userFactor) Run(ctx context.Context, s Streams) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		return c.did(ctx, s, user.FactorRemoved, "", func(ctx context.Context) error { return factor.RemoveAll(ctx, db, c.Name) })
	})
}

type userLogout struct{ named }

// Run ends the user's sessions and tokens.
func (c *userLogout) Run(ctx context.Context, s Streams) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		return c.did(ctx, s, user.LoginsEnded, "", func(ctx context.Context) error {
			return session.Store{DB: db, Now: time.Now}.EndOthers(ctx, c.Name, "")
		})
	})
}

type userList struct{ config.Data }

// Run prints the users.
func (c *userList) Run(ctx context.Context, s Streams) error {
	return withUsers(ctx, c.Data, func(users *user.Users) error {
		list, err := users.List(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, s.in("用户名\t角色\t状态\t创建时间", "NAME\tROLE\tSTATE\tCREATED"))
		for _, u := range list {
			state := s.in("正常", "active")
			if u.Disabled {
				state = s.in("停用", "disabled")
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", u.Name, u.Role, state, u.CreatedAt.UTC().Format("2006-01-02 15:04:05Z"))
		}
		return w.Flush()
	})
}

func withUsers(ctx context.Context, data config.Data, f func(*user.Users) error) error {
	return withDB(ctx, data, func(db *store.DB) error { return f(user.New(db)) })
}

func (s Streams) readPassword() (string, error) {
	return s.readSecret(s.in("密码：", "Password: "))
}

// readNewPassword says what is demanded of it before it is typed.
func (s Streams) readNewPassword() (string, error) {
	return s.readSecret(fmt.Sprintf(s.in("密码（至少 %d 个字符）：", "Password (at least %d characters): "), user.MinPassword))
}

// readSecret reads one line and no more. At a terminal it asks, and doesn't show
// what is typed.
func (s Streams) readSecret(asking string) (string, error) {
	if in, ok := s.In.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		fmt.Fprint(s.Err, asking)
		password, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(s.Err)
		return string(password), err
	}
	var line []byte
	for one := []byte{0}; one[0] != '\n'; { // what follows may be asked for next
		n, err := s.In.Read(one)
		line = append(line, one[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}
