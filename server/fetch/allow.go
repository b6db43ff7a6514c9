package fetch

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"tijian/engine/message"
)

// An Allowed place may be fetched from although it is not public.
type Allowed struct {
	Net         netip.Prefix
	First, Last uint16 // the ports
	Path        string // that paths begin with, whole segments; "" for any
	Anyone      bool   // also of tasks that were posted without a token
}

const anyPort = 1<<16 - 1

// Who may have the service fetch from an allowed place, at the end of an entry.
const (
	anyone = "@anyone"
	users  = "@users" // with a token
)

// ParseAllowed reads TIJIAN_ALLOW_NETS, entries separated by commas or spaces. A
// network or address alone is open to everybody, on every port. One with a port, a
// range of ports or * for any, and perhaps with the beginning of a path, is open to
// those with a token; @anyone or @users at the end says otherwise:
//
//	10.1.0.0/16  10.0.0.0/8:8080/reports/  192.168.7.9:9000-9010  [fd00::/8]:*/files@anyone  10.2.0.0/16@users
func ParseAllowed(list string) ([]Allowed, error) {
	var all []Allowed
	var problems []error
	for _, text := range entries(list) {
		a, err := parseAllowed(text)
		problems = append(problems, err)
		all = append(all, a)
	}
	return all, errors.Join(problems...)
}

func parseAllowed(text string) (a Allowed, err error) {
	rest, toAll := strings.CutSuffix(text, anyone)
	rest, toUsers := strings.CutSuffix(rest, users)
	net, place, bound := cutPlace(rest)
	if a.Net, err = parseNet(net, text); err != nil {
		return a, err
	}
	a.Last, a.Anyone = anyPort, toAll || !toUsers && !bound
	if !bound {
		return a, nil
	}
	ports, path, limited := strings.Cut(place, "/")
	if limited {
		a.Path = "/" + path
	}
	if !clean(a.Path) || strings.ContainsAny(a.Path, "?#@") {
		return a, message.NetworkPath.Err("text", strconv.Quote(text))
	}
	if ports == "*" {
		return a, nil
	}
	first, last, isRange := strings.Cut(ports, "-")
	if !isRange {
		last = first
	}
	from, err1 := strconv.ParseUint(first, 10, 16)
	to, err2 := strconv.ParseUint(last, 10, 16)
	if err1 != nil || err2 != nil || from == 0 || from > to {
		return a, message.NetworkPorts.Err("text", strconv.Quote(text))
	}
	a.First, a.Last = uint16(from), uint16(to)
	return a, nil
}

// cutPlace parts a network from the ports and the path behind it; one of IPv6
// stands in brackets then.
func cutPlace(text string) (net, place string, bound bool) {
	if inside, bracketed := strings.CutPrefix(text, "["); bracketed {
		if net, place, bound = strings.Cut(inside, "]:"); !bound {
			if net, bracketed = strings.CutSuffix(inside, "]"); !bracketed {
				return text, "", false
			}
		}
		return net, place, bound
	}
	if colon := strings.IndexByte(text, ':'); colon > 0 && strings.Contains(text[:colon], ".") {
		return text[:colon], text[colon+1:], true
	}
	return text, "", false
}

// covers reports whether a connection for a path is one to this place.
func (a Allowed) covers(to netip.AddrPort, w wish) bool {
	return a.Net.Contains(to.Addr()) && a.First <= to.Port() && to.Port() <= a.Last && (a.Anyone || w.known) && below(w.path, a.Path)
}

// below reports whether a path as it is sent begins with the segments of another,
// and no server can take it for one that does not.
func below(path, prefix string) bool {
	rest, begins := strings.CutPrefix(path, prefix)
	return prefix == "" || begins && (rest == "" || rest[0] == '/' || strings.HasSuffix(prefix, "/")) && clean(path)
}

// clean reports whether every server reads a path as it is written: no segment
// leads up, however often it is decoded, and none hides a slash.
func clean(path string) bool {
	for decodings := range 3 {
		if strings.ContainsAny(path, "\\\x00") {
			return false
		}
		for segment := range strings.SplitSeq(path, "/") {
			name, _, _ := strings.Cut(segment, ";") // some servers cut parameters off
			if name == "." || name == ".." {
				return false
			}
		}
		decoded, err := url.PathUnescape(path)
		if err != nil { // what was decoded is a name such as 100%
			return decodings > 0
		}
		if strings.Count(decoded, "/") != strings.Count(path, "/") {
			return false
		}
		if decoded == path {
			return true
		}
		path = decoded
	}
	return false
}

// A wish is what a connection is for.
type wish struct {
	known bool   // of somebody with a token
	path  string // as it is sent
}

type wishKey struct{}

// ForUser returns the context of fetching for somebody who gave a token: places
// that are open to users only are reached with it.
func ForUser(ctx context.Context) context.Context {
	return context.WithValue(ctx, wishKey{}, wish{known: true})
}

// wishOf is who asks, by the context.
func wishOf(ctx context.Context) wish {
	w, _ := ctx.Value(wishKey{}).(wish)
	return w
}

// admit refuses a connection to an address that is neither public nor allowed to
// what the context says it is for.
func (c *Client) admit(ctx context.Context, network, address string, _ syscall.RawConn) error {
	err := c.public.Safe(network, address, nil)
	if err == nil || network != "tcp4" && network != "tcp6" {
		return err
	}
	to, wrong := netip.ParseAddrPort(address)
	if wrong != nil {
		return err
	}
	w := wishOf(ctx)
	for _, a := range c.o.Allowed {
		if a.covers(to, w) {
			return nil
		}
	}
	return err
}
