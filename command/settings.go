//go:build cgo

package command

import (
	"errors"
	"fmt"
	"net/netip"

	"tijian/server/auth"
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
	peers, errPeers := mllpNets(c.MLLPAllow)
	_, errKeys := c.caseKeys()
	return allowed, proxies, peers, errors.Join(store.CheckDSN(c.DSN()), auth.CheckSecrets(c.JWTSecret, c.Data.Data), user.CheckBootstrap(c.BootstrapUser, c.BootstrapPassword),
		c.Work.Check(), c.HTTP.Check(), c.Replay.Check(), replay.CheckFolder(c.ReplayDir), errNets, errProxies, c.MLLP.Check(), errPeers, errKeys)
}

// caseKeys are the secrets that seal cases; nil for none.
func (c *Serve) caseKeys() ([][]byte, error) {
	if c.CaseKey == "" {
		return nil, nil
	}
	return setting("TIJIAN_CASE_KEY", c.CaseKey, auth.ParseSecrets)
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
