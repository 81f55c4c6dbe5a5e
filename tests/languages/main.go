// A language host that stands before an older one of Pulumi, the last that is a module with a version, which cannot write
// programs and SDKs yet: `pulumi import` and `pulumi package` ask for them. This one writes them, as newer hosts do, and
// passes everything else on.
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

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
)

func main() {
	own, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(own), ".exe")
	host := languages[strings.TrimPrefix(name, "pulumi-language-")]
	older, err := startOlder(filepath.Join(filepath.Dir(own), name+"-older"))
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
		switch filepath.Base(method) {
		case "GenerateProgram":
			return answer(request, stream, &pulumirpc.GenerateProgramRequest{}, host.generateProgram)
		case "GeneratePackage":
			return answer(request, stream, &pulumirpc.GeneratePackageRequest{}, host.generatePackage)
		case "Link":
			return answer(request, stream, &pulumirpc.LinkRequest{}, host.linkPackages)
		}
		return pass(older, method, request, stream)
	}
	server := grpc.NewServer(grpc.ForceServerCodec(codec{}), grpc.UnknownServiceHandler(handler))
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(server.Serve(listener))
}

// Starts the older host, with whose end this program ends.
func startOlder(program string) (*grpc.ClientConn, error) {
	command := exec.Command(program, os.Args[1:]...)
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

// Answers a request by what this program does itself.
func answer[Request proto.Message, Response proto.Message](
	request frame, stream grpc.ServerStream, wanted Request, work func(Request) (Response, error),
) error {
	if err := proto.Unmarshal(request.bytes, wanted); err != nil {
		return err
	}
	response, err := work(wanted)
	if err != nil {
		return err
	}
	bytes, err := proto.Marshal(response)
	if err != nil {
		return err
	}
	return stream.SendMsg(&frame{bytes})
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
