package factor

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/user"
)

// A Site is the service as the browser sees it: passkeys are good for one site.
type Site struct {
	Host   string // without a port
	Origin string // such as https://lab.example.cn
}

func (s Site) party() (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{RPID: s.Host, RPDisplayName: issuer, RPOrigins: []string{s.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{UserVerification: protocol.VerificationPreferred}})
}

// A holder is a user as the library wants it.
type holder struct {
	name    string
	records []webauthn.Credential
}

// WebAuthnID is a pseudonym: authenticators keep it.
func (h holder) WebAuthnID() []byte {
	sum := sha256.Sum256([]byte("tijian passkey user\x00" + h.name))
	return sum[:]
}

// WebAuthnName is what the browser shows.
func (h holder) WebAuthnName() string { return h.name }

// WebAuthnDisplayName is the same.
func (h holder) WebAuthnDisplayName() string { return h.name }

// WebAuthnCredentials are the user's passkeys.
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.records }

func (f *Factors) holder(ctx context.Context, name string) (holder, error) {
	list, err := f.list(ctx, f.db, name)
	h := holder{name: name}
	for _, one := range list {
		if one.Kind != Passkey {
			continue
		}
		var record webauthn.Credential
		if err := json.Unmarshal([]byte(one.secret), &record); err != nil {
			return h, err
		}
		h.records = append(h.records, record)
	}
	return h, err
}

// idOf is the id of a passkey in the table.
func idOf(credential []byte) string { return base64.RawURLEncoding.EncodeToString(credential) }

// asked is the question of a browser in JSON, and what its answer is checked by.
func asked(options any, data *webauthn.SessionData) (question, challenge string, err error) {
	q, err := json.Marshal(options)
	if err != nil {
		return "", "", err
	}
	c, err := json.Marshal(data)
	return string(q), string(c), err
}

// AskNew is what a browser is asked in order to make a passkey: the options of
// navigator.credentials.create, and what AddPasskey checks the answer by.
func (f *Factors) AskNew(ctx context.Context, site Site, name string) (question, challenge string, err error) {
	party, err := site.party()
	if err != nil {
		return "", "", err
	}
	h, err := f.holder(ctx, name)
	if err != nil {
		return "", "", err
	}
	options, data, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.records).CredentialDescriptors()))
	if err != nil {
		return "", "", err
	}
	return asked(options.Response, data)
}

// Ask is what a browser is asked in order to show one of the user's passkeys, and
// what CheckPasskey checks the answer by; "" where there are none.
func (f *Factors) Ask(ctx context.Context, site Site, name string) (question, challenge string, err error) {
	party, err := site.party()
	if err != nil {
		return "", "", err
	}
	h, err := f.holder(ctx, name)
	if err != nil || len(h.records) == 0 {
		return "", "", err
	}
	options, data, err := party.BeginLogin(h)
	if err != nil {
		return "", "", err
	}
	return asked(options.Response, data)
}

// AddPasskey gives a user the passkey that a browser has made. The codes for recovery
// are new ones where there were none. The error is user.ErrCredentials where the
// answer is none to the challenge.
func (f *Factors) AddPasskey(ctx context.Context, site Site, login session.Login, title, challenge, answer string) (recovery []string, err error) {
	party, err := site.party()
	if err != nil {
		return nil, err
	}
	var data webauthn.SessionData
	if json.Unmarshal([]byte(challenge), &data) != nil {
		return nil, user.ErrCredentials
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return nil, user.ErrCredentials
	}
	record, err := party.CreateCredential(holder{name: login.User}, data, parsed)
	if err != nil {
		return nil, user.ErrCredentials
	}
	record.Attestation = webauthn.CredentialAttestation{} // of no use here, and long
	text, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	return f.add(ctx, login, Factor{ID: idOf(record.ID), Kind: Passkey, Title: title, secret: string(text)})
}

// CheckPasskey takes the answer of one of a user's passkeys to a challenge, which
// the caller has forgotten by now. The error is user.ErrCredentials where it is none.
func (f *Factors) CheckPasskey(ctx context.Context, site Site, name, challenge, answer string) error {
	party, err := site.party()
	if err != nil {
		return err
	}
	h, err := f.holder(ctx, name)
	if err != nil {
		return err
	}
	var data webauthn.SessionData
	if json.Unmarshal([]byte(challenge), &data) != nil {
		return user.ErrCredentials
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return user.ErrCredentials
	}
	record, err := party.ValidateLogin(h, data, parsed)
	if err != nil || record.Authenticator.CloneWarning {
		return user.ErrCredentials
	}
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = f.db.Exec(ctx, "UPDATE factors SET secret = ?, used_at = ? WHERE id = ?", string(text), store.Micros(f.now()), idOf(record.ID))
	return err
}
