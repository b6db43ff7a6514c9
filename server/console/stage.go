package console

// A stage is how far somebody has come in logging in. What a route says is the
// last stage in which it is closed to nobody.
type stage int

const (
	whole     stage = iota
	enrolling       // has to have a second factor and has none yet
	halfway         // has given the password and not yet the second factor
)

func (v *requestContext) stage() stage {
	switch {
	case v.user.Factor && v.login.FactorAt.IsZero():
		return halfway
	case v.console.Policy.Lacks(v.user):
		return enrolling
	}
	return whole
}

// complete leads whoever is not wholly logged in to what is missing.
func (v *requestContext) complete() error {
	if v.route.least == "" {
		return nil
	}
	switch s := v.stage(); {
	case s <= v.route.before:
		return nil
	case s == halfway:
		return instead(func(v *requestContext) error { return v.redirect(toFactor(v.here())) })
	default:
		return instead(func(v *requestContext) error { return v.redirect("account") })
	}
}

// toFactor is where the second factor is given, and after it a page.
func toFactor(next string) string {
	if next != "" {
		return "factor?next=" + next
	}
	return "factor"
}
