package main

import (
	"fmt"
	"slices"
	"time"

	"tijian/tools/bench/table"
)

// middle is the median of what results say.
func middle[T float64 | time.Duration](results []result, of func(result) T) T {
	values := make([]T, len(results))
	for i, r := range results {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// rates compares the time that an answer takes at full load, by the clock and
// of the server's CPU. Ratios are medians of the turns' ratios. goal is the
// longest by the clock, in peer's times; 0 for none.
func rates(what string, goal float64, ours, peer []result) []table.Comparison {
	clock := func(r result) time.Duration { return time.Duration(float64(time.Second) / r.rate) }
	cpu := func(r result) time.Duration { return r.cpu }
	rate := func(r result) float64 { return r.rate }
	first := line(fmt.Sprintf("%.0f requests/s to %.0f; %s", middle(ours, rate), middle(peer, rate), what), ours, peer, clock)
	if goal > 0 {
		first.Goal, first.Reached = fmt.Sprintf("at most %.2fx its time", goal), first.Ratio <= goal
	}
	return []table.Comparison{first, line("CPU time of the server for one of them", ours, peer, cpu)}
}

// latencies compares how long answers take.
func latencies(load string, limit time.Duration, ours, peer []result) []table.Comparison {
	p50 := line("time to an answer at "+load+", p50", ours, peer, func(r result) time.Duration { return r.p50 })
	p99 := line("time to an answer at "+load+", p99", ours, peer, func(r result) time.Duration { return r.p99 })
	if limit > 0 {
		p99.Goal, p99.Reached = "under "+limit.String(), p99.Ours.Value < limit.Seconds()
	}
	return []table.Comparison{p50, p99}
}

// late compares how late the load generator was.
func late(ours, peer []result) table.Comparison {
	return line("besides: load generator woken late at half load, p99", ours, peer, func(r result) time.Duration { return r.woken })
}

func line(name string, ours, peer []result, of func(result) time.Duration) table.Comparison {
	ratios := make([]float64, len(ours))
	for i := range ours {
		ratios[i] = of(ours[i]).Seconds() / of(peer[i]).Seconds()
	}
	slices.Sort(ratios)
	return table.Comparison{Name: name, Ours: table.Time(middle(ours, of)), Peer: table.Time(middle(peer, of)), Ratio: ratios[len(ratios)/2]}
}
