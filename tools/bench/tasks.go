package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"tijian/tools/bench/table"
)

// tasks measures the queue on both databases, from submission to the end, with
// a recogniser that answers at once.
func tasks() error {
	command := exec.Command("go", "run", "./tools/endurance", "throughput", "--json", "--page", "0s", "--tasks", "3000")
	command.Dir, command.Stderr = "../..", os.Stderr
	out, err := command.Output()
	for lines := json.NewDecoder(bytes.NewReader(out)); ; {
		var line struct {
			Name, Database string
			Value, Goal    float64
		}
		if end := lines.Decode(&line); errors.Is(end, io.EOF) {
			return err
		} else if end != nil {
			return errors.Join(err, fmt.Errorf("%w in %s", end, out))
		}
		name := line.Name + ", " + line.Database
		seconds := func(x float64) table.Amount { return table.Amount{Value: x, Unit: table.Seconds} }
		switch {
		case strings.HasPrefix(line.Name, "tasks"):
			table.Show(table.Above(name, table.PerSecond(line.Goal), table.PerSecond(line.Value)))
		case line.Goal > 0:
			table.Show(table.Below(name, seconds(line.Goal), seconds(line.Value)))
		default:
			table.Show(table.At(name, seconds(line.Value)))
		}
	}
}
