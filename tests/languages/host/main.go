// Pulumi's language host for Python 3.68, beside this program, which cannot write programs yet: `pulumi import` asks for
// them. This one writes them, as newer hosts do, and passes everything else on.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
)

func main() {
	older, err := startOlder()
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	handler := func(_ any, stream grpc.ServerStream) error {
		method, _ := grpc.MethodFromServerStream(stream)
		var request frame
		if err := stream.RecvMsg(&request); err != nil {
			return err
		}
		if strings.HasSuffix(method, "/GenerateProgram") {
			return answer(request, stream)
		}
		return pass(older, method, request, stream)
	}
	server := grpc.NewServer(grpc.ForceServerCodec(codec{}), grpc.UnknownServiceHandler(handler))
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(server.Serve(listener))
}

// Starts the host of version 3.68, with whose end this program ends.
func startOlder() (*grpc.ClientConn, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.Command(filepath.Join(filepath.Dir(own), "pulumi-language-python-3.68"), os.Args[1:]...)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(output)
	port, err := lines.ReadString('\n')
	if err != nil {
		return nil, err
	}
	go func() {
		_, _ = io.Copy(os.Stdout, lines)
		_ = command.Wait()
		os.Exit(command.ProcessState.ExitCode())
	}()
	address := "127.0.0.1:" + strings.TrimSpace(port)
	return grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
}

// Passes a call with one request on.
func pass(older *grpc.ClientConn, method string, request frame, stream grpc.ServerStream) error {
	description := &grpc.StreamDesc{ServerStreams: true}
	call, err := older.NewStream(stream.Context(), description, method, grpc.ForceCodec(codec{}))
	if err != nil {
		return err
	}
	if err := call.SendMsg(&request); err != nil {
		return err
	}
	if err := call.CloseSend(); err != nil {
		return err
	}
	for {
		var response frame
		if err := call.RecvMsg(&response); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := stream.SendMsg(&response); err != nil {
			return err
		}
	}
}

// Answers a request for a program.
func answer(request frame, stream grpc.ServerStream) error {
	var wanted pulumirpc.GenerateProgramRequest
	if err := proto.Unmarshal(request.bytes, &wanted); err != nil {
		return err
	}
	files, err := generate(&wanted)
	if err != nil {
		return err
	}
	bytes, err := proto.Marshal(&pulumirpc.GenerateProgramResponse{Source: files})
	if err != nil {
		return err
	}
	return stream.SendMsg(&frame{bytes})
}

// The files of a program.
func generate(request *pulumirpc.GenerateProgramRequest) (map[string][]byte, error) {
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
	program, problems, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(loader), options...)
	if err != nil {
		return nil, err
	}
	if problems.HasErrors() {
		return nil, problems
	}
	files, problems, err := python.GenerateProgram(program)
	if problems.HasErrors() {
		return nil, problems
	}
	return files, err
}

// A message as it is on the wire.
type frame struct{ bytes []byte }

type codec struct{}

func (codec) Marshal(value any) ([]byte, error) { return value.(*frame).bytes, nil }

func (codec) Unmarshal(bytes []byte, value any) error {
	value.(*frame).bytes = bytes
	return nil
}

func (codec) Name() string { return "proto" }
