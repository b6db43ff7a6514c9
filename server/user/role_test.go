package user

import "testing"

// A role that nobody knows may nothing.
func TestRoles(t *testing.T) {
	for role, may := range map[Role][2]bool{
		"": {}, "chief": {}, Client: {}, Editor: {true, false}, Approver: {true, true}, Admin: {true, true},
	} {
		if got := [2]bool{role.MayPropose(), role.MayApprove()}; got != may {
			t.Errorf("%q: propose, approve %v, want %v", role, got, may)
		}
	}
}
