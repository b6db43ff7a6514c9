package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"tijian/engine/message"
)

// maxURL bounds the length of an address; signed links have two thousand
// characters at most.
const maxURL = 4 << 10

// CheckURL says what is wrong with an address before anything is connected:
// nil for an absolute http or https URL without credentials. The message
// completes a sentence such as "img_url …" and never repeats the address.
func CheckURL(address string) error {
	if len(address) > maxURL {
		return fmt.Errorf("must not be longer than %d characters", maxURL)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Hostname() == "" || u.Opaque != "" {
		return errors.New("must be an absolute http or https URL")
	}
	if u.User != nil {
		return errors.New("must not contain a user name or password")
	}
	return nil
}

// Check says what is wrong with an address as CheckURL does, and refuses one
// that names a forbidden place by its number or as localhost: nothing needs to
// be stored or resolved to know. ctx says who gave it, as in fetching.
func (c *Client) Check(ctx context.Context, address string) error {
	u, err := target(address)
	if err != nil {
		return err
	}
	host := u.Hostname()
	if oddNumber(host) {
		return errors.New("must name its host by a name or an address in its usual form")
	}
	if name := strings.ToLower(strings.TrimSuffix(host, ".")); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(strings.TrimSuffix(host, "."))
	if err != nil {
		return nil // a name: judged when it is resolved
	}
	network := "tcp6"
	if ip.Is4() {
		network = "tcp4"
	}
	if c.admit(forPath(ctx, u), network, netip.AddrPortFrom(ip, port(u)).String(), nil) != nil {
		return errors.New("must not lead to an address that is not public")
	}
	return nil
}

// WithoutQuery is the address without its query and fragment, in which signed
// links carry their keys.
func WithoutQuery(address string) string {
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		return address[:end]
	}
	return address
}

// target is the address to request, its path and query exactly as written:
// net/url would decode and encode the path anew, which breaks signatures.
func target(address string) (*url.URL, error) {
	if err := CheckURL(address); err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("must be an absolute http or https URL")
	}
	rest, _, _ := strings.Cut(address, "#")
	_, rest, _ = strings.Cut(rest, "://")
	path, query, _ := strings.Cut(rest, "?")
	if slash := strings.IndexByte(path, '/'); slash >= 0 {
		path = path[slash:]
	} else {
		path = "/"
	}
	// An opaque part with two slashes would be sent as another host's address.
	if !strings.HasPrefix(path, "//") {
		u.Opaque = escapeIllegal(path)
	}
	u.RawQuery = escapeIllegal(query)
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// escapeIllegal percent-encodes the bytes that may not stand in a request
// line and leaves all others alone.
func escapeIllegal(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// port is where an address leads.
func port(u *url.URL) uint16 {
	if n, err := strconv.ParseUint(u.Port(), 10, 16); err == nil {
		return uint16(n)
	}
	if u.Scheme == "https" {
		return 443
	}
	return 80
}

// forPath is the context of a connection for an address that target gave.
func forPath(ctx context.Context, u *url.URL) context.Context {
	w := wishOf(ctx)
	if w.path = u.Opaque; w.path == "" {
		w.path = u.EscapedPath()
	}
	return context.WithValue(ctx, wishKey{}, w)
}

// ParseNets reads a list of networks in CIDR form or single addresses,
// separated by commas or spaces: "10.1.0.0/16, 192.168.7.9, fd00::/8".
func ParseNets(list string) ([]netip.Prefix, error) {
	var nets []netip.Prefix
	var problems []error
	for _, text := range entries(list) {
		net, err := parseNet(text, text)
		problems = append(problems, err)
		nets = append(nets, net)
	}
	return nets, errors.Join(problems...)
}

func entries(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
}

// parseNet reads a network or an address of an entry.
func parseNet(text, entry string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		addr, err := netip.ParseAddr(text)
		if err != nil || addr.Zone() != "" {
			return prefix, message.NotANetwork.Err("text", strconv.Quote(entry))
		}
		prefix = netip.PrefixFrom(addr, addr.BitLen())
	}
	if prefix.Addr().Is4In6() {
		return prefix, message.NetworkMapped.Err("text", strconv.Quote(entry))
	}
	return prefix.Masked(), nil
}

// oddNumber recognises an IPv4 address in one of its decimal, octal,
// hexadecimal or short forms (2130706433, 0177.0.0.1, 0x7f.1): some resolvers
// take them, nobody needs them, and they serve to dodge filters. As in the
// URL standard (WHATWG, "ends in a number checker"), the last label decides.
func oddNumber(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if digits, hex := strings.CutPrefix(last, "0x"); hex {
		return strings.Trim(digits, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}
