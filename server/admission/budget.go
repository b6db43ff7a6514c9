package admission

import "time"

// MiB is 1,048,576 bytes.
const MiB = 1 << 20

// What the memory of a process that serves without recognition is for. Heap is
// Go's memory limit unless GOMEMLIMIT sets another, Process what is promised, and
// Container what a container needs, since it also pays for what the kernel keeps
// for its connections. TestBudget adds them up, and a test of deploy/ compares them
// with the objects there.
const (
	Resident    = 48 * MiB       // rules, dictionaries and what is always there
	Hashing     = 2 * 46 * MiB   // passwords that are hashed at once, each 46 MiB (server/user)
	Connections = 2048           // most open ones
	Connection  = 24 << 10       // of each: buffers and stacks
	bodies      = 40 * MiB       // bodies that come in or wait
	work        = 288 * MiB      // what requests under way take
	answers     = 72 * MiB       // answers that are written
	Heap        = 640 * MiB      // Go's limit
	Process     = Heap + 128<<20 // with stacks, code and what the collector is late with
	Container   = Process + 128<<20
)

// Gates are those that a request passes, in this order: who waits at one holds
// nothing of a later one, so they never wait for each other.
type Gates struct {
	Bodies  *Gate // bytes of bodies
	Work    *Gate // memory that working a request takes: engine.Form.Cost and its like
	Answers *Gate // bytes of answers being written
}

// Longest waits. Together they are below the time that a request may take.
const (
	bodyWait   = 2 * time.Second
	workWait   = 8 * time.Second
	answerWait = 2 * time.Second
)

// Standard returns the gates of a service.
func Standard() *Gates {
	return &Gates{
		Bodies:  New(Options{Room: bodies, Each: bodies / 4, Small: 64 << 10, Reserve: bodies / 4, Wait: bodyWait, Waiting: 256}),
		Work:    New(Options{Room: work, Each: work / 2, Small: MiB, Reserve: work / 8, Wait: workWait, Waiting: 256}),
		Answers: New(Options{Room: answers, Each: answers * 2 / 5, Small: 64 << 10, Reserve: answers / 10, Wait: answerWait, Waiting: 256}),
	}
}
