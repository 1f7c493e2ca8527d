// Runs the migrations of a folder on a database as golang-migrate does it: all of them up, then as many down as are said.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/golang-migrate/migrate/v4"
	_ "github.com/golang-migrate/migrate/v4/database/postgres"
	_ "github.com/golang-migrate/migrate/v4/source/file"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string, database string, down string) error {
	steps, err := strconv.Atoi(down)
	if err != nil {
		return err
	}
	migrations, err := migrate.New("file://"+folder, database)
	if err != nil {
		return err
	}
	if steps > 0 {
		return migrations.Steps(-steps)
	}
	if err := migrations.Up(); !errors.Is(err, migrate.ErrNoChange) {
		return err
	}
	return nil
}
