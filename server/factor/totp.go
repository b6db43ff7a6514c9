package factor

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238, and all that apps know; HMAC needs no collision resistance
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The parameters of RFC 6238 that every app takes without being told.
const (
	period = 30 * time.Second
	digits = 6
	drift  = 1  // steps that a clock may be off, to either side (section 5.2)
	secret = 20 // bytes, the output of SHA-1 (RFC 4226, section 4, R6)
)

// stepOf is the number of the period that a time lies in.
func stepOf(t time.Time) int64 { return t.Unix() / int64(period/time.Second) }

// codeOf is the code of a step: RFC 4226, section 5.3.
func codeOf(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, step) // never fails
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", digits, number%1_000_000)
}

// Code is what an app shows at a time that was given a secret as Offer.Text has it.
func Code(text string, at time.Time) (string, error) {
	secret, err := base32.StdEncoding.DecodeString(strings.ReplaceAll(text, " ", ""))
	return codeOf(secret, stepOf(at)), err
}

// match returns the step that a code is of, among those that are near.
func match(secret []byte, code string, now time.Time) (step int64, ok bool) {
	for near := stepOf(now) - drift; near <= stepOf(now)+drift; near++ {
		if subtle.ConstantTimeCompare([]byte(codeOf(secret, near)), []byte(code)) == 1 {
			step, ok = near, true
		}
	}
	return step, ok
}

// isCode reports whether a text is a code of an app rather than anything else.
func isCode(text string) bool {
	return len(text) == digits && strings.Trim(text, "0123456789") == ""
}

// issuer is what apps call the service.
const issuer = "Tijian"

// An Offer is a secret that is shown to be put into an app.
type Offer struct {
	Nonce string // goes with the form: the offer is the same again with it
	Text  string // the secret, for who types it
	URI   string // the same for who scans it: otpauth://totp/…
	raw   []byte
}

func offer(name, nonce string, raw []byte) Offer {
	text := base32.StdEncoding.EncodeToString(raw)
	values := url.Values{"secret": {text}, "issuer": {issuer}}
	return Offer{Nonce: nonce, Text: groups(text), URI: "otpauth://totp/" + url.PathEscape(issuer+":"+name) + "?" + values.Encode(), raw: raw}
}

// groups writes a text in groups of four.
func groups(text string) string {
	var all []string
	for len(text) > 4 {
		all, text = append(all, text[:4]), text[4:]
	}
	return strings.Join(append(all, text), " ")
}
