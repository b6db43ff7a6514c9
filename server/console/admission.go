package console

import (
	"errors"
	"net/http"
	"net/netip"
	"strconv"

	"tijian/server/admission"
	"tijian/server/user"
)

// What a page takes, by what it is.
const (
	pageCost    = admission.MiB      // of any page
	versionCost = 24 * admission.MiB // a version of the rules that is read and proved, as editors do
	perField    = 100                // for each byte of a form
	perText     = 400                // of one whose text is read for findings, and shown with all that is in it
)

// cost is the memory that a page takes whose form has so many bytes.
func (r route) cost(form int64) int64 {
	cost := int64(pageCost)
	if r.least == user.Editor || r.least == user.Approver {
		cost = versionCost
	}
	if r.dear {
		return cost + perText*form
	}
	return cost + perField*form
}

// enter waits for room for a form and for what the page takes.
func (v *requestContext) enter() error {
	if v.route.free || v.route.large {
		return nil
	}
	who := admission.User(v.user.Name)
	if v.user.Name == "" {
		address, _ := netip.ParseAddr(v.RemoteAddr)
		who = user.Network(address, 56).String()
	}
	v.visit = v.console.Gates.Visit(who)
	form := int64(0)
	if v.Method == http.MethodPost {
		if form = v.ContentLength; form < 0 || form > v.console.Limits.Body {
			form = v.console.Limits.Body
		}
		if err := v.visit.Body(v.Context(), form); err != nil {
			return v.noRoom(err)
		}
	}
	return v.noRoom(v.visit.Work(v.Context(), v.route.cost(form)))
}

// noRoom is the page of what a gate refused.
func (v *requestContext) noRoom(err error) error {
	full, is := errors.AsType[*admission.Full](err)
	if !is {
		return err
	}
	v.w.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
	return v.fail(http.StatusServiceUnavailable, "error.busy")
}
