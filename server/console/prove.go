package console

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"tijian/server/factor"
)

// proofHolds is how long the password or second factor opens the acts by which
// somebody else's browser could do most: routes with proof.
const proofHolds = 10 * time.Minute

// A proofPage asks for the password or a code, and holds the form that waits for it.
type proofPage struct {
	To     string // where the form goes
	Fields []hiddenField
	Factor bool
	Fault  string
}

type hiddenField struct{ Name, Value string }

// prove has the password or second factor given again before an act, unless it was
// not long ago. The form comes back whole with it.
func (c *Console) prove(v *requestContext) error {
	if c.Now().Sub(v.login.ProvedAt) < proofHolds {
		return nil
	}
	ask := proofPage{To: v.URL.Path[len("/console/"):], Factor: v.user.Factor}
	status := http.StatusOK
	if proof := v.PostFormValue("proof"); proof != "" {
		_, err := c.Throttle.Login(c.recovered(v), factor.Either{Authenticator: c.Users, Factors: c.Factors}, v.user.Name, proof, v.address())
		if err == nil {
			return c.sessions.Prove(v.Context(), v.login)
		}
		if status, ask.Fault = c.refusedLogin(v, err, v.user.Name, "proof.wrong"); ask.Fault == "" {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.PostForm)) {
		if name == "csrf" || name == "proof" {
			continue
		}
		for _, value := range v.PostForm[name] {
			ask.Fields = append(ask.Fields, hiddenField{name, value})
		}
	}
	return instead(func(v *requestContext) error { return v.show(status, "proof", ask) })
}
