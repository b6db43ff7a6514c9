package httpapi

import (
	"math"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tijian/server/user"
)

// firstTasks is how many tasks an address may post at once before its rate
// counts.
const firstTasks = 1000

// mostAddresses bounds the addresses remembered.
const mostAddresses = 1 << 14

// postings bounds the rate of tasks without a token from each address: each is
// a row on the disk, and nobody answers for it. A task of several pictures
// counts as so many. It is safe for concurrent use.
type postings struct {
	now   func() time.Time
	every time.Duration // between two tasks; 0 for no bound

	mu   sync.Mutex
	even map[netip.Prefix]time.Time // when an address will have used no more than its rate
}

func newPostings(perMinute int, now func() time.Time) *postings {
	p := &postings{now: now, even: map[netip.Prefix]time.Time{}}
	if perMinute > 0 {
		p.every = time.Minute / time.Duration(perMinute)
	}
	return p
}

// take counts a task of the request's address in, or says how long to wait. The answer
// tells how many more may be posted, and after how many seconds all may be.
func (p *postings) take(c *gin.Context, owner string) (wait time.Duration) {
	if p.every == 0 || owner != "" {
		return 0
	}
	address, _ := netip.ParseAddr(c.ClientIP())
	wait, used := p.takeFor(user.Network(address, 56))
	c.Header("RateLimit-Limit", strconv.Itoa(firstTasks))
	c.Header("RateLimit-Remaining", strconv.Itoa(max(0, firstTasks-int((used+p.every-1)/p.every))))
	c.Header("RateLimit-Reset", strconv.Itoa(int(math.Ceil(used.Seconds()))))
	return wait
}

// takeFor also returns after how long nothing of the first tasks will be used up.
func (p *postings) takeFor(network netip.Prefix) (wait, used time.Duration) {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.even) >= mostAddresses {
		for n, at := range p.even {
			if !at.After(now) {
				delete(p.even, n)
			}
		}
		if len(p.even) >= mostAddresses {
			clear(p.even) // never more memory; those who waited may post again
		}
	}
	even := p.even[network]
	if even.Before(now) {
		even = now
	}
	used = even.Sub(now)
	if wait = used + p.every - firstTasks*p.every; wait > 0 {
		return wait, used
	}
	p.even[network] = even.Add(p.every)
	return 0, used + p.every
}
