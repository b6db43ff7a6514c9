package user

import (
	"sync"

	"tijian/server/store"
)

// mostSeen bounds the users that are remembered.
const mostSeen = 1 << 12

// seen are users as they were read in one state of the database. It is safe for
// concurrent use.
type seen struct {
	mu    sync.RWMutex
	state store.State
	users map[holding]User
}

// holding is a user who came with a token, by its jti, "" for none.
type holding struct{ name, jti string }

// get returns a user that was read in this state.
func (s *seen) get(who holding, state store.State) (User, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.state != state {
		return User{}, false
	}
	user, ok := s.users[who]
	return user, ok
}

func (s *seen) put(who holding, user User, state store.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users == nil || s.state != state || len(s.users) >= mostSeen {
		s.state, s.users = state, map[holding]User{}
	}
	s.users[who] = user
}
