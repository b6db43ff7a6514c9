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
func (c *Serve) check() (nets, proxies []netip.Prefix, err error) {
	if err := c.ReadSecrets(); err != nil {
		return nil, nil, err
	}
	nets, errNets := parseNets("TIJIAN_ALLOW_NETS", c.AllowNets)
	proxies, errProxies := parseNets("TIJIAN_TRUSTED_PROXIES", c.Proxies)
	return nets, proxies, errors.Join(store.CheckDSN(c.DSN()), auth.CheckSecrets(c.JWTSecret, c.Data.Data), user.CheckBootstrap(c.BootstrapUser, c.BootstrapPassword),
		c.Work.Check(), c.HTTP.Check(), c.Replay.Check(), replay.CheckFolder(c.ReplayDir), errNets, errProxies)
}

// check is that of a worker beside the API.
func (c *Worker) check() (nets []netip.Prefix, err error) {
	nets, err = parseNets("TIJIAN_ALLOW_NETS", c.AllowNets)
	return nets, errors.Join(store.CheckDSN(c.DSN()), c.Work.Check(), err)
}

func parseNets(setting, list string) ([]netip.Prefix, error) {
	nets, err := fetch.ParseNets(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	return nets, nil
}
