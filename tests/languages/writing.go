package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"golang.org/x/mod/modfile"
)

// What a host writes.
type language struct {
	program func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)
	sdk     func(*schema.Package) (map[string][]byte, error)
	link    func(project, sdk string) error
}

var languages = map[string]language{
	"go": {
		program: golang.GenerateProgram,
		sdk: func(bound *schema.Package) (map[string][]byte, error) {
			return golang.GeneratePackage("mlplane", bound, nil)
		},
		link: linkModule,
	},
	"python": {
		program: python.GenerateProgram,
		sdk: func(bound *schema.Package) (map[string][]byte, error) {
			return python.GeneratePackage("mlplane", bound, nil, nil)
		},
		link: linkRequirement,
	},
}

// Writes the SDK of a schema into a folder.
func (host language) generatePackage(
	request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	bound, problems, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if problems.HasErrors() {
		return nil, problems
	}
	files, err := host.sdk(bound)
	if err != nil {
		return nil, err
	}
	for name, content := range files {
		path := filepath.Join(request.Directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return nil, err
		}
	}
	return &pulumirpc.GeneratePackageResponse{}, nil
}

// Tells a project of the SDKs in its folder.
func (host language) linkPackages(request *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	for _, dependency := range request.Packages {
		if err := host.link(request.Info.ProgramDirectory, dependency.Path); err != nil {
			return nil, err
		}
	}
	return &pulumirpc.LinkResponse{}, nil
}

func linkModule(project, sdk string) error {
	text, err := os.ReadFile(filepath.Join(project, sdk, "go.mod"))
	if err != nil {
		return err
	}
	replacement := modfile.ModulePath(text) + "=./" + filepath.ToSlash(sdk)
	command := exec.Command("go", "mod", "edit", "-replace="+replacement)
	command.Dir = project
	return command.Run()
}

func linkRequirement(project, sdk string) error {
	file := filepath.Join(project, "requirements.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, fmt.Appendln(text, sdk), 0o644)
}

// The files of a program.
func (host language) generateProgram(request *pulumirpc.GenerateProgramRequest) (*pulumirpc.GenerateProgramResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	defer loader.Close()
	parser := syntax.NewParser()
	for path, text := range request.Source {
		if err := parser.ParseFile(strings.NewReader(text), path); err != nil {
			return nil, err
		}
	}
	var options []pcl.BindOption
	if !request.Strict {
		options = pcl.NonStrictBindOptions()
	}
	bound, problems, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(loader), options...)
	if err != nil {
		return nil, err
	}
	if problems.HasErrors() {
		return nil, problems
	}
	files, problems, err := host.program(bound)
	if problems.HasErrors() {
		return nil, problems
	}
	return &pulumirpc.GenerateProgramResponse{Source: files}, err
}
