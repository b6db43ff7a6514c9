//go:build cgo

package command

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/fetch"
	"tijian/server/replay"
	"tijian/server/store"
	"tijian/server/user"
)

// check refuses all settings that cannot be served with, before anything is
// written: a start that fails leaves neither a database behind nor a user whose
// password nobody will see again.
func (c *Serve) check() (allowed []fetch.Allowed, proxies, peers []netip.Prefix, err error) {
	if err := c.ReadSecrets(); err != nil {
		return nil, nil, nil, err
	}
	allowed, errNets := setting("TIJIAN_ALLOW_NETS", c.AllowNets, fetch.ParseAllowed)
	proxies, errProxies := setting("TIJIAN_TRUSTED_PROXIES", c.Proxies, fetch.ParseNets)
	peers, errPeers := setting("TIJIAN_MLLP_ALLOW", c.MLLPAllow, fetch.ParseNets)
	_, errKeys := c.caseKeys()
	_, errLogo := c.logo()
	return allowed, proxies, peers, errors.Join(store.CheckDSN(c.DSN()), auth.CheckSecrets(c.JWTSecret, c.Data.Data), user.CheckBootstrap(c.BootstrapUser, c.BootstrapPassword),
		c.Work.Check(), c.HTTP.Check(), c.Replay.Check(), replay.CheckFolder(c.ReplayDir), errNets, errProxies, c.MLLP.Check(), errPeers, errKeys, errLogo)
}

// caseKeys are the secrets that seal cases; nil for none.
func (c *Serve) caseKeys() ([][]byte, error) {
	if c.CaseKey == "" {
		return nil, nil
	}
	return setting("TIJIAN_CASE_KEY", c.CaseKey, auth.ParseSecrets)
}

// largestLogo is how many bytes a logo may have: it is on every page for patients.
const largestLogo = 200 << 10

// logo reads that of the institution; nil for none.
func (c *Serve) logo() ([]byte, error) {
	if c.Logo == "" {
		return nil, nil
	}
	data, err := os.ReadFile(c.Logo)
	if err == nil && (len(data) > largestLogo || !slices.Contains([]string{"image/png", "image/jpeg"}, http.DetectContentType(data))) {
		err = message.LogoMalformed.Err("most", largestLogo>>10)
	}
	if err != nil {
		return nil, message.SettingFile.Err("setting", "TIJIAN_LOGO", "reason", err)
	}
	return data, nil
}

// check is that of a worker beside the API.
func (c *Worker) check() (allowed []fetch.Allowed, err error) {
	allowed, err = setting("TIJIAN_ALLOW_NETS", c.AllowNets, fetch.ParseAllowed)
	return allowed, errors.Join(store.CheckDSN(c.DSN()), c.Work.Check(), err)
}

// setting reads one that is a list; its error names it.
func setting[T any](name, list string, parse func(string) ([]T, error)) ([]T, error) {
	all, err := parse(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// Settings that work but open the service to more than was meant are warned
// about at the start, by name and never by value of a secret.

func warnOfAllowed(logger *slog.Logger, allowed []fetch.Allowed) {
	nets := make([]netip.Prefix, len(allowed))
	for i, a := range allowed {
		nets[i] = a.Net
	}
	warnOfNets(logger, "TIJIAN_ALLOW_NETS", nets)
}

func warnOfNets(logger *slog.Logger, name string, nets []netip.Prefix) {
	for _, n := range nets {
		if n.Bits() == 0 {
			logger.Warn(name+" covers the whole internet; name only networks of your own", "network", n)
		}
	}
}

func warnOfSecrets(logger *slog.Logger, secrets [][]byte) {
	for i, s := range secrets {
		if len(bytes.Trim(s, string(s[:1]))) == 0 {
			logger.Warn("TIJIAN_JWT_SECRET is one letter repeated; make one with: openssl rand -base64 48", "secret", i+1)
		}
	}
}

// checkModes looks at the data directory and at the file of the database,
// which holds health data: what others can read is warned about, what anybody
// can write refused, for who writes the users' table is every user.
func checkModes(logger *slog.Logger, data config.Data) error {
	look := func(what message.Phrase, path, mode string) error {
		info, err := os.Stat(path)
		if err != nil {
			return nil // whoever needs it says so
		}
		switch open := info.Mode().Perm() & 0o077; {
		case open&0o002 != 0:
			return message.OpenToAll.Err("what", what, "path", path, "mode", fmt.Sprintf("%04o", info.Mode().Perm()), "right", mode)
		case open != 0:
			logger.Warn(what.EN+" is open to other users of this machine; run: chmod "+mode+" on it",
				"path", path, "mode", fmt.Sprintf("%04o", info.Mode().Perm()))
		}
		return nil
	}
	err := look(message.TheDataFolder, data.Data, "700")
	if path, sqlite := strings.CutPrefix(data.DSN(), "sqlite:"); sqlite {
		err = errors.Join(err, look(message.TheDatabaseFile, path, "600"))
	}
	return err
}
