package task

import (
	"context"
	"slices"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// endedOnly is a driver that tells River only of jobs that have ended. A job that
// another process deletes while this one ends it is returned by PostgreSQL as the
// statement's snapshot saw it, still running, and River panics at that: the process
// would go down with all its work (seen when the database restarts).
type endedOnly[TTx any] struct{ riverdriver.Driver[TTx] }

func (d endedOnly[TTx]) GetExecutor() riverdriver.Executor {
	return endedExecutor{d.Driver.GetExecutor()}
}

type endedExecutor struct{ riverdriver.Executor }

func (e endedExecutor) JobSetStateIfRunningMany(ctx context.Context, params *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	rows, err := e.Executor.JobSetStateIfRunningMany(ctx, params)
	return slices.DeleteFunc(rows, func(job *rivertype.JobRow) bool {
		return job == nil || job.State == rivertype.JobStateRunning || job.State == rivertype.JobStatePending
	}), err
}
