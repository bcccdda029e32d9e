package cli

import (
	"github.com/spf13/cobra"

	"devservers/app/config"
	"devservers/app/project/detect"
)

func schemaCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of devservers.yml",
		Long: `Print the JSON Schema (2020-12) of devservers.yml, so that editors complete and check it. A running manager
also serves it, and devservers init writes its address as the first line of devservers.yml:

  # yaml-language-server: $schema=` + detect.SchemaURL(detect.UsualPort) + `

To use it without a manager, write it to a file and reference that file instead:

  devservers schema > .devservers.schema.json`,
		Args: atMost(0),
		RunE: func(*cobra.Command, []string) error { p.Print(config.Schema()); return nil },
	}
}
