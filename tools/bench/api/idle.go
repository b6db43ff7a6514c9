package main

import (
	"bufio"
	"fmt"
	"net"
	"time"

	"tijian/tools/bench/proc"
	"tijian/tools/bench/table"
)

// mostIdle is what the service may hold with all idle connections, in bytes.
const mostIdle = 400 << 20

// started prints what starting took, until the first answer.
func started(process int, wall time.Duration) error {
	cpu, err := proc.Spent(process)
	if err != nil {
		return err
	}
	resident, err := proc.Resident(process)
	table.Show(table.At("start to the first answer", table.Time(wall)), table.At("CPU time of it", table.Time(cpu)), table.At("resident, idle after it", table.Bytes(resident)))
	return err
}

// idle opens so many connections, has one answer over each, leaves them open
// and prints what the service holds then.
func idle(t target, connections int) error {
	before, err := proc.Resident(t.pid)
	if err != nil {
		return err
	}
	open := make([]net.Conn, 0, connections)
	defer func() {
		for _, conn := range open {
			conn.Close()
		}
	}()
	for range connections {
		conn, err := net.Dial("tcp", t.address)
		if err != nil {
			return err
		}
		open = append(open, conn)
		if _, err := conn.Write(t.request); err != nil {
			return err
		}
		if _, err := answer(bufio.NewReaderSize(conn, 1<<10)); err != nil {
			return err
		}
	}
	after, err := proc.Resident(t.pid)
	if err != nil {
		return err
	}
	table.Show(
		table.At("resident under load", table.Bytes(before)),
		table.Below(fmt.Sprintf("resident with %d idle connections", connections), table.Bytes(mostIdle), table.Bytes(after)))
	return nil
}
