package admission

import "context"

// User is the account of a user, which no network's can be.
func User(name string) string { return "user " + name }

// A Visit is what one request holds of the gates. Leave gives all of it back. It
// is for one goroutine.
type Visit struct {
	gates              *Gates
	who                string
	body, work, answer *Ticket
}

// Visit begins a request on somebody's account.
func (g *Gates) Visit(who string) *Visit { return &Visit{gates: g, who: who} }

// Body waits for room for a body of so many bytes.
func (v *Visit) Body(ctx context.Context, bytes int64) (err error) {
	v.body, err = v.gates.Bodies.Enter(ctx, v.who, bytes)
	return err
}

// Read says how many bytes the body had.
func (v *Visit) Read(bytes int64) { v.body.Keep(bytes) }

// Work waits for room for what working the request takes.
func (v *Visit) Work(ctx context.Context, cost int64) (err error) {
	v.work, err = v.gates.Work.Enter(ctx, v.who, cost)
	return err
}

// Answer waits for room for an answer of so many bytes. Once it is let in, nothing
// else of the request is held any more: writing lasts as long as the client likes.
func (v *Visit) Answer(ctx context.Context, bytes int64) (err error) {
	if v.answer, err = v.gates.Answers.Enter(ctx, v.who, bytes); err == nil {
		v.body.Leave()
		v.work.Leave()
	}
	return err
}

// Leave gives back what is held. It may be called more than once.
func (v *Visit) Leave() {
	v.body.Leave()
	v.work.Leave()
	v.answer.Leave()
}
