package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// build makes the root of the image: Debian as its base has it, then the steps
// of the stage. What is there already is not made again.
func build(s *stage, root, binary, mirror string) error {
	suite, ok := strings.CutPrefix(s.from, "debian:")
	if !ok {
		return fmt.Errorf("the image begins with %s, not with Debian", s.from)
	}
	suite = strings.TrimSuffix(suite, "-slim")
	done := filepath.Join(filepath.Dir(root), "steps")
	steps := s.from + "\n" + strings.Join(s.runs, "\n")
	if made, err := os.ReadFile(done); err != nil || string(made) != steps {
		if err := os.RemoveAll(root); err != nil {
			return err
		}
		fmt.Println("Debian", suite, "…")
		if err := quiet("debootstrap", "--variant=minbase", suite, root, mirror); err != nil {
			return err
		}
		for _, run := range s.runs {
			fmt.Println("RUN", run)
			if err := quiet("unshare", "--mount", "--pid", "--fork", "sh", "-c", chrooted, "sh", root, run); err != nil {
				return err
			}
		}
		if err := os.WriteFile(done, []byte(steps), 0o600); err != nil {
			return err
		}
	}
	for _, c := range s.copies {
		if !strings.HasSuffix(c[0], "/bin/tijian") {
			return fmt.Errorf("COPY %s: only the binary is known", c[0])
		}
		fmt.Println("COPY", binary, c[1])
		if err := replace(binary, filepath.Join(root, c[1])); err != nil {
			return err
		}
	}
	return nil
}

// chrooted runs a command in the root with the network of this machine.
const chrooted = `set -e
mount --bind /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || cp /etc/resolv.conf "$1/etc/resolv.conf"
mount --bind /etc/apt/apt.conf.d "$1/etc/apt/apt.conf.d"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
DEBIAN_FRONTEND=noninteractive chroot "$1" sh -c "$2"`

func replace(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}

// quiet runs a command whose output matters only when it fails.
func quiet(name string, arguments ...string) error {
	if out, err := exec.Command(name, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// contained starts a command in the root as containers do: read-only but for
// /tmp and the data folder, as the image's user, without capabilities.
const contained = `set -e
root=$1 data=$2 user=$3; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null zero full random urandom; do : >"$root/dev/$node"; mount --bind "/dev/$node" "$root/dev/$node"; done
mount --bind "$data" "$root/data"
mount -o remount,ro,bind "$root"
exec chroot "$root" /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"`

// start starts the image's command with the data folder, which becomes the
// user's. The process is the command itself, the first of its own world.
func start(s *stage, root, data string, env []string, log io.Writer) (*exec.Cmd, error) {
	if !slices.Equal(s.volumes, []string{"/data"}) {
		return nil, fmt.Errorf("the volumes are %v: only /data is known", s.volumes)
	}
	id, err := idOf(s.user, root)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(data, id, id); err != nil {
		return nil, err
	}
	c := exec.Command("sh", append([]string{"-c", contained, "sh", root, data, fmt.Sprint(id)}, s.command...)...)
	c.Env = append([]string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, append(s.env, env...)...)
	c.Stdout, c.Stderr = log, log
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS, Pdeathsig: syscall.SIGKILL}
	return c, c.Start()
}

// idOf is the number of a user of the image.
func idOf(user, root string) (id int, err error) {
	passwd, err := os.ReadFile(filepath.Join(root, "etc/passwd"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(passwd)) {
		if fields := strings.Split(line, ":"); fields[0] == user && len(fields) > 2 {
			if _, err := fmt.Sscan(fields[2], &id); err != nil || id == 0 {
				return 0, fmt.Errorf("the user %s is %s", user, fields[2])
			}
			return id, nil
		}
	}
	return 0, fmt.Errorf("the image has no user %q", user)
}

// confined reports, as an error, what the process may do that a container of
// this image should not.
func confined(pid int) error {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return err
	}
	var faults []error
	for _, want := range []string{"\nCapEff:\t0000000000000000\n", "\nCapBnd:\t0000000000000000\n", "\nNoNewPrivs:\t1\n", "\nGroups:\t \n"} {
		if !strings.Contains(string(status), want) {
			faults = append(faults, fmt.Errorf("its status is not %q", strings.TrimSpace(want)))
		}
	}
	if strings.Contains(string(status), "\nUid:\t0") {
		faults = append(faults, errors.New("it runs as root"))
	}
	mounts, err := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid))
	if err != nil {
		return err
	}
	writable := 0
	for line := range strings.Lines(string(mounts)) {
		if fields := strings.Fields(line); len(fields) > 5 && fields[4] == "/" && !strings.HasPrefix(fields[5], "ro") {
			writable++
		}
	}
	if writable > 0 {
		faults = append(faults, errors.New("its root is writable"))
	}
	return errors.Join(faults...)
}
